//! `docs/hardware.md` agrees with the firmware: its tables are checked, and its picture of the
//! breadboard's wires, `docs/breadboard.svg`, is drawn here from the board's data.
//!
//! `SOKOPICO_BLESS=1 cargo test --test wiring` rewrites the picture. Look at it before you commit it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use sokopico::format::regions::{
    FIRMWARE_BYTES, FLASH, INBOX, INBOX_BYTES, LIBRARY, LIBRARY_BYTES, SAVES, SAVES_BYTES, SCRATCH,
    SCRATCH_BYTES,
};
use sokopico::pico::boards::BREADBOARD;

/// What the Pico's data sheet prints beside each pin, from pin 1 on: down the left side, up the
/// right side, with USB at the top.
const PINS: [&str; 40] = [
    "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7", "GP8", "GP9", "GND",
    "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15", "GP16", "GP17", "GND", "GP18", "GP19",
    "GP20", "GP21", "GND", "GP22", "RUN", "GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3(OUT)",
    "3V3_EN", "GND", "VSYS", "VBUS",
];

/// Pixels of the whole picture.
const SIZE: (i32, i32) = (1104, 690);
/// The sides of the Pico's board.
const PICO: (i32, i32) = (362, 632);
const PICO_TOP: i32 = 72;
const FIRST_PIN: i32 = 104;
const PIN_PITCH: i32 = 26;
/// The rail that joins the buttons' ground.
const RAIL: i32 = 40;
const BUTTON: (i32, i32) = (66, 106);
const FIRST_BUTTON: i32 = 92;
const BUTTON_PITCH: i32 = 55;
/// The left edge of the display's board.
const MODULE: i32 = 774;
const FIRST_ROW: i32 = 200;
const ROW_PITCH: i32 = 40;
/// Between these, wires change from the height of one end to that of the other.
const LEFT_LANES: (i32, i32) = (248, 346);
const RIGHT_LANES: (i32, i32) = (652, 756);

const PAPER: &str = "#f4f6f8";
const BLACK: &str = "#24292f";
const GREY: &str = "#57606a";
const SILVER: &str = "#c9ced6";
const GOLD: &str = "#ffd866";
const WHITE: &str = "#ffffff";
const RED: &str = "#d1242f";
const GREEN_BOARD: &str = "#1f7a4d";
const BLUE_BOARD: &str = "#1b3a6b";
const WIRES: [&str; 8] = [
    "#e07b00", "#0969da", "#8250df", "#1a7f37", "#a0522d", "#d6409f", "#0f8b9d", "#7d7a00",
];

/// Height and colour of letters. Large ones are bold.
type Style = (i32, &'static str);
const HEADING: Style = (18, BLACK);
const NOTE: Style = (13, GREY);
const PRINTED: Style = (15, WHITE);
const PRINTED_SMALL: Style = (12, "#d3e0ee");
const USED_PIN: Style = (14, WHITE);
const FREE_PIN: Style = (12, "#9fd0b5");

/// A wire from a part to a pin of the Pico.
struct Wire {
    /// What is printed at its end on the part.
    name: String,
    /// The number of the Pico's pin.
    pin: usize,
    colour: &'static str,
    /// Where it leaves the part.
    from: (i32, i32),
    /// Whether some modules lack this pin.
    optional: bool,
}

impl Wire {
    /// Where it ends: at the outer edge of a pin.
    fn to(&self) -> (i32, i32) {
        let x = if self.pin <= 20 { PICO.0 } else { PICO.1 };
        (x, height(self.pin))
    }

    /// The pin by name and number; the name is left out if it is the wire's.
    fn place(&self) -> String {
        match PINS[self.pin - 1] {
            name if name == self.name => format!("pin {}", self.pin),
            name => format!("{name}, pin {}", self.pin),
        }
    }
}

fn height(pin: usize) -> i32 {
    let row = if pin <= 20 { pin - 1 } else { 40 - pin };
    FIRST_PIN + row as i32 * PIN_PITCH
}

fn pin_of(gpio: u8) -> usize {
    let name = format!("GP{gpio}");
    let at = PINS.iter().position(|&pin| pin == name);
    at.expect("the Pico has a pin for it") + 1
}

/// The buttons from top to bottom, in the order of their pins, then their common ground.
fn button_wires() -> Vec<Wire> {
    let mut buttons: Vec<_> = BREADBOARD
        .buttons
        .iter()
        .map(|&(button, gpio)| (pin_of(gpio), format!("{button:?}")))
        .collect();
    buttons.sort();
    let (last, _) = buttons.last().expect("there are buttons");
    assert!(*last <= 20, "buttons are drawn at the left side only");
    let ground = (last + 1..=20).find(|&pin| PINS[pin - 1] == "GND");
    let ground = ground.expect("a ground pin below the last button");
    buttons.push((ground, "GND".into()));
    let rows = (FIRST_BUTTON..).step_by(BUTTON_PITCH as usize);
    let colours = WIRES.into_iter().chain([BLACK]);
    let all = buttons.into_iter().zip(rows).zip(colours);
    all.map(|(((pin, name), y), colour)| {
        let x = if name == "GND" { RAIL } else { BUTTON.1 };
        // A straight wire looks better than one with a small step.
        let y = match height(pin) {
            straight if (straight - y).abs() < 12 => straight,
            _ => y,
        };
        Wire {
            name,
            pin,
            colour,
            from: (x, y),
            optional: false,
        }
    })
    .collect()
}

/// The display's pins in the order in which most modules have them.
fn display_wires() -> Vec<Wire> {
    let display = BREADBOARD.display;
    let reset = display.reset.expect("the breadboard's reset is wired");
    let wires = [
        ("GND", 38, BLACK),
        ("VCC", 36, RED),
        ("SCL", pin_of(display.sck), WIRES[0]),
        ("SDA", pin_of(display.mosi), WIRES[1]),
        ("RES", pin_of(reset), WIRES[2]),
        ("DC", pin_of(display.dc), WIRES[3]),
        ("CS", pin_of(display.cs), WIRES[4]),
        ("BLK", pin_of(display.backlight), WIRES[5]),
    ];
    assert_eq!((PINS[38 - 1], PINS[36 - 1]), ("GND", "3V3(OUT)"));
    let rows = (FIRST_ROW..).step_by(ROW_PITCH as usize);
    let wire = |((name, pin, colour), y): ((&str, usize, _), _)| {
        assert!(pin > 20, "the display is drawn at the right side only");
        Wire {
            name: name.into(),
            pin,
            colour,
            from: (MODULE, y),
            optional: name == "CS",
        }
    };
    wires.into_iter().zip(rows).map(wire).collect()
}

/// For each wire the x at which it changes its height: a lane of its own, chosen so that few
/// wires cross.
fn lanes(wires: &[Wire], (left, right): (i32, i32)) -> Vec<i32> {
    let count = wires.len();
    let step = (right - left) / (count as i32 - 1);
    let lanes = |order: &[usize]| {
        let mut lanes = vec![0; count];
        for (&wire, x) in order.iter().zip((left..).step_by(step as usize)) {
            lanes[wire] = x;
        }
        lanes
    };
    let mut order: Vec<usize> = (0..count).collect();
    let mut fewest = crossings(wires, &lanes(&order));
    loop {
        let before = fewest;
        for (from, to) in (0..count).flat_map(|from| (0..count).map(move |to| (from, to))) {
            let mut moved = order.clone();
            let wire = moved.remove(from);
            moved.insert(to, wire);
            let crossings = crossings(wires, &lanes(&moved));
            if crossings < fewest {
                (order, fewest) = (moved, crossings);
            }
        }
        if fewest == before {
            return lanes(&order);
        }
    }
}

/// How often a level part of a wire meets the upright part of another, or almost does.
fn crossings(wires: &[Wire], lanes: &[i32]) -> usize {
    let between = |x: i32, a: i32, b: i32| a.min(b) < x && x < a.max(b);
    let mut count = 0;
    for (wire, &lane) in wires.iter().zip(lanes) {
        for (other, &upright) in wires.iter().zip(lanes) {
            let (top, bottom) = (
                other.from.1.min(other.to().1),
                other.from.1.max(other.to().1),
            );
            for (x, y) in [wire.from, wire.to()] {
                let crosses = between(upright, x, lane) && between(y, top - 8, bottom + 8);
                count += usize::from(crosses);
            }
        }
    }
    count
}

/// An SVG, and where its texts and wires are.
#[derive(Default)]
struct Picture {
    svg: String,
    /// Left, top, right, bottom.
    texts: Vec<[i32; 4]>,
    /// Straight parts of wires, each with the number of its wire.
    lines: Vec<(usize, [i32; 4])>,
    wires: usize,
}

impl Picture {
    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.svg, "  {element}").expect("memory");
    }

    fn area(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), round: i32, fill: &str) {
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}" fill="{fill}"/>"#
        ));
    }

    fn disc(&mut self, (x, y): (i32, i32), radius: i32, fill: &str) {
        self.add(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>"#
        ));
    }

    /// A pin: a hole in a golden ring.
    fn ring(&mut self, at: (i32, i32), board: &str) {
        self.disc(at, 8, GOLD);
        self.disc(at, 3, board);
    }

    /// A text from `x` on, with its middle at the height `y`.
    fn text(&mut self, text: &str, at: (i32, i32), style: Style) {
        self.write(text, at, style, "start");
    }

    fn centred(&mut self, text: &str, at: (i32, i32), style: Style) {
        self.write(text, at, style, "middle");
    }

    /// A text up to `x`.
    fn text_before(&mut self, text: &str, at: (i32, i32), style: Style) {
        self.write(text, at, style, "end");
    }

    fn write(&mut self, text: &str, (x, y): (i32, i32), (size, fill): Style, anchor: &str) {
        // Letters of usual fonts are at most this wide on average.
        let width = text.len() as i32 * size * 6 / 10;
        let left = match anchor {
            "start" => x,
            "middle" => x - width / 2,
            _ => x - width,
        };
        let (top, bottom) = (y - size / 2, y + size / 2);
        self.texts.push([left, top, left + width, bottom]);
        let base = y + size * 36 / 100;
        let weight = if size >= 14 { "bold" } else { "normal" };
        self.add(format_args!(
            r#"<text x="{x}" y="{base}" font-size="{size}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}">{text}</text>"#
        ));
    }

    /// Wires with a rim in the colour of the paper, so that one can be followed where it
    /// crosses another.
    fn wires(&mut self, wires: &[Wire], lanes: &[i32]) {
        for (wire, &lane) in wires.iter().zip(lanes) {
            let ((x, y), (end, pin)) = (wire.from, wire.to());
            let turn = 8.min((pin - y).abs() / 2);
            let (before, after) = (turn * (lane - x).signum(), turn * (end - lane).signum());
            let down = turn * (pin - y).signum();
            let path = format!(
                "M{x} {y}H{}Q{lane} {y} {lane} {}V{}Q{lane} {pin} {} {pin}H{end}",
                lane - before,
                y + down,
                pin - down,
                lane + after,
            );
            let dashes = match wire.optional {
                true => r#" stroke-dasharray="9 4""#,
                false => "",
            };
            let colour = wire.colour;
            self.add(format_args!(
                r#"<path d="{path}" fill="none" stroke="{PAPER}" stroke-width="8"/>"#
            ));
            self.add(format_args!(
                r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="3.5"{dashes}/>"#
            ));
            let lines = [
                [x.min(lane), y, x.max(lane), y],
                [lane, y.min(pin), lane, y.max(pin)],
                [end.min(lane), pin, end.max(lane), pin],
            ];
            self.lines.extend(lines.map(|line| (self.wires, line)));
            self.wires += 1;
        }
    }

    fn pico(&mut self, used: &[usize]) {
        let (left, right) = PICO;
        let (middle, end) = ((left + right) / 2, height(20) + 52);
        let size = (right - left, end - PICO_TOP);
        self.area((left, PICO_TOP), size, 10, GREEN_BOARD);
        self.area((middle - 32, PICO_TOP - 16), (64, 52), 4, SILVER);
        self.centred("USB", (middle, PICO_TOP + 8), (13, BLACK));
        self.area((middle - 35, 132), (30, 22), 4, SILVER);
        self.disc((middle - 20, 143), 7, WHITE);
        self.centred("BOOTSEL", (middle - 20, 165), PRINTED_SMALL);
        self.area((middle - 43, 330), (66, 66), 5, BLACK);
        self.centred("RP2040", (middle - 10, 363), PRINTED_SMALL);
        self.centred("Raspberry Pi Pico", (middle, end - 22), PRINTED);
        for (pin, name) in (1..).zip(PINS) {
            let style = match used.contains(&pin) {
                true => USED_PIN,
                false => FREE_PIN,
            };
            let (number, y) = (pin.to_string(), height(pin));
            if pin <= 20 {
                self.ring((left + 10, y), GREEN_BOARD);
                self.text(&number, (left + 24, y), style);
                self.text(name, (left + 50, y), style);
            } else {
                self.ring((right - 10, y), GREEN_BOARD);
                self.text_before(&number, (right - 24, y), style);
                self.text_before(name, (right - 50, y), style);
            }
        }
    }

    fn buttons(&mut self, wires: &[Wire]) {
        let (left, right) = BUTTON;
        let side = right - left;
        let stroke = format!(r#"stroke="{BLACK}" stroke-width="3.5" stroke-linecap="round""#);
        let (ground, buttons) = wires.split_last().expect("ground is the last");
        let (top, bottom) = (buttons[0].from.1, ground.from.1);
        self.add(format_args!(
            r#"<path d="M{RAIL} {top}V{bottom}" {stroke}/>"#
        ));
        for wire in buttons {
            let y = wire.from.1;
            self.add(format_args!(r#"<path d="M{RAIL} {y}H{left}" {stroke}/>"#));
            self.disc((RAIL, y), 5, BLACK);
            self.area((left, y - side / 2), (side, side), 6, GREY);
            self.disc((left + side / 2, y), 13, wire.colour);
        }
        for wire in wires {
            let y = wire.from.1 - 13;
            self.text(&wire.name, (right + 8, y), (15, BLACK));
            self.text(&wire.place(), (right + 60, y), NOTE);
        }
    }

    fn module(&mut self, wires: &[Wire]) {
        let bottom = wires.last().expect("there are wires").from.1;
        let (top, height) = (FIRST_ROW - 32, bottom - FIRST_ROW + 64);
        self.area((MODULE, top), (314, height), 10, BLUE_BOARD);
        for wire in wires {
            let y = wire.from.1;
            self.ring((MODULE + 12, y), BLUE_BOARD);
            self.text(&wire.name, (MODULE + 28, y), PRINTED);
            self.text(&wire.place(), (MODULE + 76, y), PRINTED_SMALL);
        }
        let (left, glass) = (MODULE + 166, top + 94);
        self.glass((left, glass));
        let display = BREADBOARD.display;
        let size = format!("{} x {}", display.width, display.height);
        self.centred("ST7789", (left + 69, glass + 158), PRINTED);
        self.centred(&size, (left + 69, glass + 180), PRINTED_SMALL);
    }

    /// The display's glass with a small level on it.
    fn glass(&mut self, (x, y): (i32, i32)) {
        const LEVEL: [&str; 7] = [
            "#######", "#  .  #", "# $ $ #", "#. @ .#", "# $ # #", "#     #", "#######",
        ];
        self.area((x, y), (138, 138), 6, BLACK);
        for (line, row) in LEVEL.iter().zip(0..) {
            for (square, column) in line.chars().zip(0..) {
                let (left, top) = (x + 6 + column * 18, y + 6 + row * 18);
                let middle = (left + 9, top + 9);
                match square {
                    '#' => self.area((left, top), (17, 17), 2, GREY),
                    '$' => self.area((left + 2, top + 2), (14, 14), 2, "#e69f00"),
                    '.' => self.disc(middle, 4, "#009e73"),
                    '@' => self.disc(middle, 7, "#56b4e9"),
                    _ => {}
                }
            }
        }
    }
}

fn draw() -> Picture {
    let (buttons, display) = (button_wires(), display_wires());
    let pins = buttons.iter().chain(&display).map(|wire| wire.pin);
    let used: Vec<usize> = pins.collect();
    let mut picture = Picture::default();
    picture.area((0, 0), SIZE, 14, PAPER);
    picture.text("Eight buttons", (BUTTON.0, 40), HEADING);
    picture.text("Display", (MODULE, FIRST_ROW - 54), HEADING);
    picture.wires(&buttons, &lanes(&buttons, LEFT_LANES));
    picture.wires(&display, &lanes(&display, RIGHT_LANES));
    picture.pico(&used);
    picture.buttons(&buttons);
    picture.module(&display);
    let note = "Dashed: without a CS pin on the module, leave this wire out.";
    picture.text(note, (PICO.1 + 20, SIZE.1 - 40), NOTE);
    picture
}

fn whole(picture: &Picture) -> String {
    let (width, height) = SIZE;
    let body = &picture.svg;
    let wires = button_wires().into_iter().chain(display_wires());
    let list: Vec<String> = wires
        .map(|wire| format!("{} to {}", wire.name, wire.place()))
        .collect();
    let list = list.join("; ");
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="Helvetica, Arial, sans-serif" role="img">
  <title>A Pico, a display and eight buttons: how they are wired</title>
  <desc>{list}.</desc>
{body}</svg>
"#
    )
}

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name)
}

#[test]
fn the_picture_shows_the_wires_of_the_firmware() {
    let (path, svg) = (docs("breadboard.svg"), whole(&draw()));
    if std::env::var_os("SOKOPICO_BLESS").is_some() {
        fs::write(&path, &svg).unwrap();
    }
    let approved = fs::read_to_string(&path).unwrap_or_default();
    assert!(approved == svg, "docs/breadboard.svg is out of date");
}

#[test]
fn the_tables_show_the_wires_of_the_firmware() {
    let page = fs::read_to_string(docs("hardware.md")).unwrap();
    for Wire { name, pin, .. } in display_wires() {
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| {name} |")));
        let end = format!("| {pin} | {} |", PINS[pin - 1]);
        assert!(row.is_some_and(|row| row.ends_with(&end)), "{name} {end}");
    }
    let wires = button_wires();
    let row = |head: &str, cell: &dyn Fn(&Wire) -> String| {
        let cells: Vec<String> = wires.iter().map(cell).collect();
        format!("| {head} | {} |", cells.join(" | "))
    };
    for row in [
        row("button", &|wire| wire.name.clone()),
        row("Pico's pin", &|wire| wire.pin.to_string()),
        row("name of that pin", &|wire| PINS[wire.pin - 1].into()),
    ] {
        assert!(page.lines().any(|line| line == row), "{row}");
    }
}

#[test]
fn the_table_of_flash_shows_its_regions() {
    let page = fs::read_to_string(docs("hardware.md")).unwrap();
    for (offset, bytes) in [
        (0, FIRMWARE_BYTES),
        (SCRATCH, SCRATCH_BYTES),
        (INBOX, INBOX_BYTES),
        (LIBRARY, LIBRARY_BYTES),
        (SAVES, SAVES_BYTES),
    ] {
        let row = format!("| `{:#010x}` | {} KB |", FLASH + offset, bytes / 1024);
        assert!(page.lines().any(|line| line.starts_with(&row)), "{row}");
    }
}

#[test]
fn wires_can_be_followed_and_texts_can_be_read() {
    let Picture { texts, lines, .. } = draw();
    let apart = |a: &[i32; 4], b: &[i32; 4], gap: i32| {
        a[2] + gap <= b[0] || b[2] + gap <= a[0] || a[3] + gap <= b[1] || b[3] + gap <= a[1]
    };
    for (number, text) in texts.iter().enumerate() {
        for other in &texts[..number] {
            assert!(apart(text, other, 0), "texts at {text:?} and {other:?}");
        }
        for (_, line) in &lines {
            assert!(apart(line, text, 2), "a wire at {line:?}, text at {text:?}");
        }
    }
    let is_level = |line: &[i32; 4]| line[1] == line[3];
    for (wire, line) in &lines {
        for (other, parallel) in &lines {
            if wire != other && is_level(line) == is_level(parallel) {
                assert!(apart(line, parallel, 8), "wires {wire} and {other}");
            }
        }
    }
}
