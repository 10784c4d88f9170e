//! The firmware from reset on.

use core::fmt::Write;

use defmt_rtt as _;
use embedded_graphics::prelude::Size;
use panic_probe as _;
use rp2040_hal::clocks::init_clocks_and_plls;
use rp2040_hal::fugit::ExtU32;
use rp2040_hal::{Clock, Watchdog, pac, rom_data};

use super::battery::Battery;
use super::boards::BOARD;
use super::display::Display;
use super::flash::SaveFlash;
use super::machine::Machine;
use super::pwm::Pwm;
use super::sound::Speaker;
use super::store::FlashStore;
use super::strip::PIXELS;
use super::{fault, time};
use crate::format::pack_file::{PackError, PackFile};
use crate::format::regions::{FLASH, PACKS, PACKS_BYTES};
use crate::game::input::Button;
use crate::game::packs::{BUILT_IN, Pack};
use crate::game::{self, Device, Game, Light, MAX_PACKS};
use crate::solve::ARENA_WORDS;
use crate::view::View;

/// Read by the ROM before anything else: sets the flash chip up for fast reads.
#[expect(unsafe_code, reason = "the ROM finds the boot loader by its section")]
#[unsafe(link_section = ".boot2")]
#[used]
static BOOT2_FIRMWARE: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

defmt::timestamp!("{=u32:us}", time::micros() as u32);

const CRYSTAL_HZ: u32 = 12_000_000;

/// Longer than anything here takes, and short enough to wait for.
const WATCHDOG_MS: u32 = 4_000;

const DEVICE: Device = Device {
    layout: BOARD.layout,
    backlight: true,
    quit: false,
    usb_drive: true,
};

/// The name of the pack in flash.
const ADDED: &str = "my levels";

/// What lasts for as long as the machine is on.
struct Everything {
    machine: &'static mut Machine,
    game: &'static mut Game<'static>,
    arena: &'static mut [u32; ARENA_WORDS],
}

/// Starts the machine, and plays until it is switched off.
pub fn run() -> ! {
    let Everything {
        machine,
        game,
        arena,
    } = boot();
    let mut lit = false;
    game::run(game, arena, |game, thinking| {
        let next = machine.turn(game, thinking);
        if !lit {
            lit = true;
            machine.display.turn_on();
            defmt::info!("on after {=u32} us", time::micros() as u32);
        }
        next
    });
    // The game ends for one reason only.
    rom_data::reset_to_usb_boot(0, 0)
}

/// Apart from playing: it needs much of the stack while things are put into their places.
#[inline(never)]
fn boot() -> Everything {
    let machine = cortex_m::singleton!(: Machine = start());
    let arena = cortex_m::singleton!(: [u32; ARENA_WORDS] = [0; ARENA_WORDS]);
    let packs =
        cortex_m::singleton!(: heapless::Vec<Pack<'static>, MAX_PACKS> = heapless::Vec::new());
    let (Some(machine), Some(arena), Some(packs)) = (machine, arena, packs) else {
        panic!("memory is taken")
    };
    #[cfg(feature = "bench")]
    super::bench::run(arena, &mut machine.watchdog);
    if let Some(message) = fault::take(&mut [0; fault::TEXT_BYTES]) {
        defmt::warn!("restarted after: {=str}", message);
        machine.tell("Something went wrong", message, "Press any key to go on.");
    }
    collect_packs(packs, machine);
    let game = new_game(packs);
    game.stir(noise());
    machine.store = load(game, arena, machine);
    Everything {
        machine,
        game,
        arena,
    }
}

#[inline(never)]
fn new_game(packs: &'static [Pack<'static>]) -> &'static mut Game<'static> {
    let place = cortex_m::singleton!(: Option<Game<'static>> = None);
    let game = Game::new(packs, DEVICE, time::millis());
    let (Some(place), Ok(game)) = (place, game) else {
        panic!("the firmware has no levels")
    };
    place.insert(game)
}

#[inline(never)]
fn start() -> Machine {
    let Some(mut chip) = pac::Peripherals::take() else {
        panic!("the chip is taken")
    };
    let mut watchdog = Watchdog::new(chip.WATCHDOG);
    let clocks = init_clocks_and_plls(
        CRYSTAL_HZ,
        chip.XOSC,
        chip.CLOCKS,
        chip.PLL_SYS,
        chip.PLL_USB,
        &mut chip.RESETS,
        &mut watchdog,
    );
    let Ok(clocks) = clocks else {
        panic!("the clocks do not start")
    };
    let resets = &mut chip.RESETS;
    resets
        .reset()
        .modify(|_, w| w.io_bank0().clear_bit().pads_bank0().clear_bit());
    time::start(chip.TIMER, resets);
    watchdog.pause_on_debug(true);
    watchdog.start(WATCHDOG_MS.millis());
    Pwm::start(chip.PWM, resets);
    let backlight = Pwm::new(BOARD.display.backlight);
    let speaker = Speaker::new(BOARD.speaker);
    let battery = Battery::new(chip.ADC, BOARD.battery, resets);
    let hertz = clocks.system_clock.freq().to_Hz();
    defmt::info!("{=str} at {=u32} Hz", BOARD.name, hertz);
    const SIZE: Size = Size::new(BOARD.display.width as u32, BOARD.display.height as u32);
    let strips = cortex_m::singleton!(: [[u16; PIXELS]; 2] = [[0; PIXELS]; 2]);
    let view = cortex_m::singleton!(: View = View::new(SIZE));
    let (Some(strips), Some(view)) = (strips, view) else {
        panic!("memory is taken")
    };
    let display = Display::new(
        BOARD.display,
        (chip.SPI0, chip.SPI1),
        chip.DMA,
        resets,
        strips,
        time::sleep,
    );
    Machine {
        view,
        display,
        backlight,
        speaker,
        battery,
        watchdog,
        store: None,
        light: Light::Full,
        drawn: 0,
        saved: 0,
        wondering: false,
        noted: None,
        screen: "",
    }
}

/// What nobody can foresee: bits of the ring oscillator, which runs beside the crystal.
fn noise() -> u32 {
    #[expect(unsafe_code, reason = "a register that is only read")]
    let oscillator = unsafe { &*pac::ROSC::ptr() };
    (0..32).fold(0, |bits, _| {
        // One after the other, they would be alike.
        cortex_m::asm::delay(100);
        bits << 1 | u32::from(oscillator.randombit().read().randombit().bit())
    })
}

/// The built-in packs, and the one in flash if it is good.
fn collect_packs(packs: &mut heapless::Vec<Pack<'static>, MAX_PACKS>, machine: &mut Machine) {
    let place = (FLASH + PACKS) as *const u8;
    #[expect(
        unsafe_code,
        reason = "this part of flash holds packs and nothing else"
    )]
    let bytes = unsafe { core::slice::from_raw_parts(place, PACKS_BYTES) };
    match PackFile::read(bytes) {
        Ok(PackFile { text, levels }) => {
            defmt::info!("a pack of {=u16} levels", levels);
            // There is room for it: it is the first.
            let _ = packs.push(Pack { name: ADDED, text });
        }
        Err(PackError::Blank) => {}
        Err(error) => {
            let mut message = heapless::String::<128>::new();
            let _ = write!(message, "{error}. The built-in levels can be played.");
            machine.tell("Added levels", &message, "Press any key to go on.");
        }
    }
    for &pack in BUILT_IN {
        if packs.push(pack).is_err() {
            defmt::warn!("more packs than fit");
        }
    }
}

/// Loads what was saved. What cannot be read is erased only if the player says so.
#[inline(never)]
fn load(
    game: &mut Game<'_>,
    arena: &mut [u32],
    machine: &mut Machine,
) -> Option<FlashStore<SaveFlash>> {
    let start = time::micros();
    let opened = match FlashStore::open(SaveFlash::new(), arena) {
        Ok((store, mut snapshot)) => {
            // What is wrong with single records, the game tells.
            let _ = game.load(&mut snapshot);
            Ok(store)
        }
        Err((flash, error)) => Err((flash, error)),
    };
    defmt::info!("loaded in {=u32} us", (time::micros() - start) as u32);
    let (flash, error) = match opened {
        Ok(store) => return Some(store),
        Err(failed) => failed,
    };
    let mut message = heapless::String::<128>::new();
    let _ = write!(message, "Loading progress: {error}.");
    let hint = "A: erase all progress\nany other key: play without saving";
    if machine.tell("Saved progress", &message, hint) != Button::A {
        return None;
    }
    FlashStore::format(flash, arena)
        .ok()
        .map(|(store, _)| store)
}
