//! The main function of the firmware: starts everything, then runs turns forever.

use core::fmt::Write;
use core::pin::pin;

use defmt_rtt as _;
use embedded_graphics::prelude::Size;
use panic_probe as _;
use rp2040_hal::clocks::init_clocks_and_plls;
use rp2040_hal::{Clock, Watchdog, pac, rom_data};

use super::battery::Battery;
use super::boards::BOARD;
use super::display::Display;
use super::flash::SaveFlash;
use super::inspect::HARDWARE;
use super::machine::Machine;
use super::pwm::Pwm;
use super::sound::Speaker;
use super::strip::PIXELS;
use super::{fault, packs, pins, time, watchdog};
use crate::game::input::Button;
use crate::game::library::AddedPacks;
use crate::game::packs::{BUILT_IN, Pack};
use crate::game::progress::FlashStore;
use crate::game::{Desk, Device, Light, MAX_PACKS, Midend, Screen, poll, work};
use crate::solve::{ARENA_WORDS, build};
use crate::view::View;

/// Read by the ROM before anything else: sets the flash chip up for fast reads.
#[expect(unsafe_code, reason = "the ROM finds the boot loader by its section")]
#[unsafe(link_section = ".boot2")]
#[used]
static BOOT2_FIRMWARE: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

defmt::timestamp!("{=u32:us}", time::micros() as u32);

const CRYSTAL_HZ: u32 = 12_000_000;

const SIZE: Size = Size::new(BOARD.display.width as u32, BOARD.display.height as u32);

/// Everything that `boot` sets up and `play` uses until power-off.
struct Everything {
    machine: &'static mut Machine,
    midend: &'static mut Midend<'static>,
    desk: &'static Desk,
    arena: &'static mut [u32; ARENA_WORDS],
}

/// Room for packs, and for what is known of added ones.
struct Shelves {
    packs: &'static mut heapless::Vec<Pack<'static>, MAX_PACKS>,
    added: &'static mut AddedPacks,
}

/// Starts the machine, and plays until it is switched off.
pub fn run() -> ! {
    // One after the other, so that their stack frames never add up.
    let (mut everything, shelves) = boot();
    // The check comes before anything that is stored is read: nothing there may keep it away.
    play(&mut everything, is_checking);
    open(&mut everything, shelves);
    loop {
        play(&mut everything, |_| true);
    }
}

fn is_checking(midend: &Midend<'_>) -> bool {
    matches!(midend.game().screen(), Screen::Check(_))
}

/// Milliseconds for which the worker gets one slice after another between two turns, unless
/// there is a key: turns and slices evict each other's code from the flash cache.
const WORK_MS: u32 = 5;

/// Plays as long as `goes_on` says so.
#[inline(never)]
fn play(everything: &mut Everything, goes_on: fn(&Midend<'_>) -> bool) {
    let Everything {
        machine,
        midend,
        desk,
        arena,
    } = everything;
    // The future holds the suspended state of solver and maker, in the stack frame of this
    // function.
    let mut worker = pin!(None);
    build(worker.as_mut(), || work(desk, &mut **arena));
    defmt::info!("worker of {=usize} bytes", size_of_val(&*worker));
    let mut lit = false;
    while goes_on(midend) {
        let effects = machine.turn(midend, desk);
        if !lit {
            lit = true;
            machine.display.turn_on();
            defmt::info!("on after {=u32} us", time::micros() as u32);
        }
        if let Some(place) = effects.remove {
            packs::remove(place);
            rp2040_hal::reset()
        } else if effects.usb_drive {
            rom_data::reset_to_usb_boot(0, 0)
        } else if effects.may_sleep {
            machine.rest();
        } else if let Some(mut worker) = worker.as_mut().as_pin_mut() {
            let start = time::millis();
            // A key that came during the turn does not wait for a slice either.
            while time::millis().wrapping_sub(start) < WORK_MS && !time::has_event() {
                poll(worker.as_mut());
                if desk.wish().is_none() {
                    break;
                }
            }
        }
    }
}

// Large objects are constants in statics: built by value, they would pass through the stack.
static mut MIDEND: Midend<'static> = Midend::EMPTY;
static mut DESK: Desk = Desk::new();
static mut VIEW: View = View::new(SIZE);
static mut STRIPS: [[u16; PIXELS]; 2] = [[0; PIXELS]; 2];
static mut ARENA: [u32; ARENA_WORDS] = [0; ARENA_WORDS];

/// The one reference to a static: the caller makes sure that there is no other.
#[expect(unsafe_code, reason = "the caller vouches for it")]
unsafe fn lend<T>(place: *mut T) -> &'static mut T {
    unsafe { &mut *place }
}

/// Starts everything but what is stored. If B is held, the check is open.
#[inline(never)]
fn boot() -> (Everything, Shelves) {
    let crashed = fault::has_crashed();
    let machine = cortex_m::singleton!(: Machine = start());
    let packs =
        cortex_m::singleton!(: heapless::Vec<Pack<'static>, MAX_PACKS> = heapless::Vec::new());
    let added = cortex_m::singleton!(: AddedPacks = AddedPacks::default());
    let (Some(machine), Some(packs), Some(added)) = (machine, packs, added) else {
        panic!("memory is taken")
    };
    #[expect(
        unsafe_code,
        reason = "this function runs once, and nobody else names them"
    )]
    let (midend, desk, arena) = unsafe {
        (
            lend(&raw mut MIDEND),
            lend(&raw mut DESK),
            lend(&raw mut ARENA),
        )
    };
    #[cfg(feature = "bench")]
    super::bench::run(arena);
    let device = Device {
        layout: BOARD.layout,
        display: View::display(SIZE),
        backlight: true,
        quit: false,
        usb_drive: true,
        hardware: Some(&HARDWARE),
        added: None,
    };
    if midend.start(BUILT_IN, device, time::millis()).is_err() {
        panic!("the firmware has no levels")
    }
    midend.stir(noise());
    if time::held().contains(Button::B) {
        // The press that opens the check does nothing else.
        while time::next_event().is_some() {}
        midend.check_board();
    }
    if crashed && let Some(message) = fault::last(&mut [0; fault::TEXT_BYTES]) {
        defmt::warn!("restarted after: {=str}", message);
        // The check shows it, too, and does not wait for a key.
        if !is_checking(midend) {
            machine.tell("Something went wrong", message, "Press any key to go on.");
        }
    }
    let everything = Everything {
        machine,
        midend,
        desk,
        arena,
    };
    (everything, Shelves { packs, added })
}

/// Collects packs and loads saved progress; the player may be asked about either.
#[inline(never)]
fn open(everything: &mut Everything, shelves: Shelves) {
    let Everything {
        machine, midend, ..
    } = everything;
    let Shelves { packs, added } = shelves;
    packs::collect(packs, added, machine);
    midend.set_packs(packs, added);
    machine.store = load(midend, machine);
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
    while {
        let done = resets.reset_done().read();
        done.io_bank0().bit_is_clear() || done.pads_bank0().bit_is_clear()
    } {}
    time::start(chip.TIMER, resets);
    watchdog::start(watchdog);
    for &led in BOARD.leds {
        pins::output(led, true);
    }
    Pwm::start(chip.PWM, resets);
    let backlight = Pwm::new(BOARD.display.backlight);
    let speaker = Speaker::new(BOARD.speaker);
    let battery = Battery::new(chip.ADC, BOARD.battery, resets);
    let hertz = clocks.system_clock.freq().to_Hz();
    defmt::info!("{=str} at {=u32} Hz", BOARD.name, hertz);
    #[expect(
        unsafe_code,
        reason = "this function runs once, and nobody else names them"
    )]
    let (strips, view) = unsafe { (lend(&raw mut STRIPS), lend(&raw mut VIEW)) };
    let display = Display::new(
        BOARD.display,
        (chip.SPI0, chip.SPI1),
        chip.DMA,
        resets,
        strips,
    );
    Machine {
        view,
        display,
        backlight,
        speaker,
        battery,
        store: None,
        light: Light::Full,
        drawn: 0,
        prepared: 0,
        wondering: false,
        noted: None,
        screen: "",
        page: "",
    }
}

/// Entropy: bits of the ring oscillator, which runs independently of the crystal.
fn noise() -> u32 {
    #[expect(unsafe_code, reason = "a register that is only read")]
    let oscillator = unsafe { &*pac::ROSC::ptr() };
    (0..32).fold(0, |bits, _| {
        // Bits that are read in quick succession are correlated.
        cortex_m::asm::delay(100);
        bits << 1 | u32::from(oscillator.randombit().read().randombit().bit())
    })
}

/// Loads saved progress. A store that cannot be opened is erased only if the player agrees.
#[inline(never)]
fn load(midend: &mut Midend<'static>, machine: &mut Machine) -> Option<FlashStore<SaveFlash>> {
    let start = time::micros();
    let (flash, error) = match FlashStore::open(SaveFlash::new()) {
        Ok(mut store) => {
            defmt::info!("opened in {=u32} us", (time::micros() - start) as u32);
            // Errors in single records are shown by the game.
            let _ = midend.load(&mut store);
            defmt::info!("loaded in {=u32} us", (time::micros() - start) as u32);
            if store.damaged() > 0 {
                defmt::warn!("{=u16} damaged items", store.damaged());
                midend.note_damage();
            }
            return Some(store);
        }
        Err(failed) => failed,
    };
    let mut message = heapless::String::<128>::new();
    let _ = write!(message, "Loading progress: {error}.");
    let hint = "A: erase all progress\nany other key: play without saving";
    if machine.tell("Saved progress", &message, hint) != Button::A {
        return None;
    }
    FlashStore::format(flash).ok()
}
