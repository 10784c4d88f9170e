//! "Check this board": what the machine tells about itself, what the check asks it to do, and
//! what it answers.

use super::input::Button;

/// What a board has, and on which GPIO pins.
#[derive(Clone, Copy, Debug)]
pub struct Hardware {
    /// The board's name.
    pub name: &'static str,
    /// The buttons and their pins.
    pub buttons: &'static [(Button, u8)],
    /// The pin of the backlight.
    pub backlight: u8,
    /// The pin of the speaker.
    pub speaker: Option<u8>,
    /// The pin on which the battery is measured.
    pub battery: Option<u8>,
    /// All of its RAM, in KB; the check tests only the part that is free.
    pub ram_kb: u16,
}

/// What the check asks the machine to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inspection {
    /// Keep the backlight at this brightness, in per cent, as long as this is asked for.
    Light(u8),
    /// Measure something once, and pass the answer to
    /// [`Midend::measured`](super::Midend::measured).
    Measure(Measurable),
}

/// What only the machine can measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measurable {
    /// The battery's voltage.
    Battery,
    /// The flash chip's identity and speed. Only flash that holds nothing is written.
    Flash,
    /// The frequencies of two clocks.
    Clock,
    /// Why it restarted last.
    Restart,
}

/// The answer to a [`Measurable`], or the result of the worker's test of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measurement<'m> {
    /// The battery's voltage in millivolts.
    Battery(u16),
    /// The flash chip's identity and speed.
    Flash(FlashReport),
    /// The result of the test of memory.
    Memory(MemoryReport),
    /// The frequencies of two clocks.
    Clock(ClockReport),
    /// The message of the last crash since power-on, if there was one.
    Restart(Option<&'m str>),
}

/// What the flash chip answers, and how long it takes to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlashReport {
    /// Manufacturer, type and capacity: the answer to the JEDEC command 9Fh.
    pub id: [u8; 3],
    /// How long it took to erase a sector of 4 KB, in microseconds.
    pub erase_us: u32,
    /// How long it took to program a page of 256 bytes, in microseconds.
    pub program_us: u32,
    /// Whether the page then held what was written.
    pub kept: bool,
}

/// What is to be said about a flash chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlashHealth {
    /// As fast as most.
    Typical,
    /// Slower, but within the limits of its data sheet.
    Slow,
    /// Slower than its data sheet allows.
    TooSlow,
    /// Smaller than the 2 MB that the firmware's map of flash needs.
    TooSmall,
    /// What was written was not there afterwards.
    Forgets,
    /// No chip answers.
    NoAnswer,
}

impl FlashReport {
    /// The limits of the W25Q16JV's data sheet, in microseconds.
    const LONGEST_ERASE_US: u32 = 400_000;
    const LONGEST_PROGRAM_US: u32 = 3_000;
    /// What an operation takes besides, in microseconds: it is sent to the chip, which then is
    /// asked whether it is done.
    const OVERHEAD_US: u32 = 500;
    /// The chip needs 2 MB, which is this power of two.
    const LEAST_CAPACITY: u8 = 21;

    /// The capacity in KB, if the chip answers: its third byte is a power of two.
    pub fn kilobytes(&self) -> Option<u32> {
        let [maker, _, capacity] = self.id;
        let answers = !matches!(maker, 0x00 | 0xff);
        (answers && (10..32).contains(&capacity)).then(|| 1 << (capacity - 10))
    }

    /// Judges the chip.
    pub fn health(&self) -> FlashHealth {
        let [.., capacity] = self.id;
        if self.kilobytes().is_none() {
            FlashHealth::NoAnswer
        } else if !self.kept {
            FlashHealth::Forgets
        } else if capacity < Self::LEAST_CAPACITY {
            FlashHealth::TooSmall
        } else if self.erase_us > Self::LONGEST_ERASE_US + Self::OVERHEAD_US
            || self.program_us > Self::LONGEST_PROGRAM_US + Self::OVERHEAD_US
        {
            FlashHealth::TooSlow
        } else if self.erase_us > Self::LONGEST_ERASE_US / 4
            || self.program_us > Self::LONGEST_PROGRAM_US / 3
        {
            FlashHealth::Slow
        } else {
            FlashHealth::Typical
        }
    }
}

/// The result of the test of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryReport {
    /// Words of four bytes that were tested.
    pub words: u32,
    /// How many of them did not keep what was written.
    pub wrong: u32,
}

/// The frequencies of two clocks, counted against the crystal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReport {
    /// The processor's clock in kHz.
    pub system_khz: u32,
    /// What it should be, in kHz.
    pub expected_khz: u32,
    /// The ring oscillator, which runs by itself, in kHz.
    pub ring_khz: u32,
}

impl ClockReport {
    /// The ring oscillator's range by the RP2040's data sheet, in kHz.
    const RING_KHZ: core::ops::RangeInclusive<u32> = 1_800..=12_000;

    /// Whether both are as they should be. The counter is exact to far less than a percent.
    pub fn is_good(&self) -> bool {
        self.system_khz.abs_diff(self.expected_khz) <= self.expected_khz / 100
            && Self::RING_KHZ.contains(&self.ring_khz)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flash_chip_is_judged_by_its_answer_its_size_and_its_times() {
        let good = FlashReport {
            id: [0xef, 0x40, 0x15],
            erase_us: 45_000,
            program_us: 400,
            kept: true,
        };
        let health = |change: fn(&mut FlashReport)| {
            let mut report = good;
            change(&mut report);
            report.health()
        };
        assert_eq!(good.kilobytes(), Some(2048));
        assert_eq!(health(|_| {}), FlashHealth::Typical);
        assert_eq!(health(|it| it.id[2] = 0x18), FlashHealth::Typical);
        assert_eq!(health(|it| it.id[2] = 0x14), FlashHealth::TooSmall);
        assert_eq!(health(|it| it.erase_us = 400_200), FlashHealth::Slow);
        assert_eq!(health(|it| it.program_us = 3_200), FlashHealth::Slow);
        assert_eq!(health(|it| it.erase_us = 400_501), FlashHealth::TooSlow);
        assert_eq!(health(|it| it.program_us = 3_501), FlashHealth::TooSlow);
        assert_eq!(health(|it| it.kept = false), FlashHealth::Forgets);
        assert_eq!(health(|it| it.id = [0; 3]), FlashHealth::NoAnswer);
        assert_eq!(health(|it| it.id = [0xff; 3]), FlashHealth::NoAnswer);
    }

    #[test]
    fn a_clock_may_differ_by_a_percent() {
        let report = |system_khz, ring_khz| ClockReport {
            system_khz,
            expected_khz: 125_000,
            ring_khz,
        };
        assert!(report(125_000, 6_500).is_good());
        assert!(report(124_000, 1_800).is_good());
        assert!(!report(133_000, 6_500).is_good());
        assert!(!report(0, 6_500).is_good());
        assert!(!report(125_000, 0).is_good());
    }
}
