//! The ST7789 over SPI, fed by DMA.
//!
//! This is a small driver of its own for two reasons: DMA needs exclusive use of the SPI,
//! which existing drivers do not release, and they wait longer at power-on than this display
//! requires. The picture is drawn in strips: while one is sent, the next is drawn.
//!
//! The wires follow three rules. The clock stands at its idle level before the panel's reset
//! ends, and the SPI stays enabled: a module without a CS pin counts every edge after its
//! reset. Frames change their width only while CS is high. And CS is high for long enough
//! between two transfers.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use rp2040_hal::pac;

use super::pins::{self, Function};
use super::strip::{PIXELS, Strip, bands};
use super::{boards, glass, time};

/// Commands of the ST7789V, by the names of its data sheet.
mod command {
    pub(super) const SWRESET: u8 = 0x01;
    pub(super) const SLPIN: u8 = 0x10;
    pub(super) const SLPOUT: u8 = 0x11;
    pub(super) const INVON: u8 = 0x21;
    pub(super) const DISPOFF: u8 = 0x28;
    pub(super) const DISPON: u8 = 0x29;
    pub(super) const CASET: u8 = 0x2a;
    pub(super) const RASET: u8 = 0x2b;
    pub(super) const RAMWR: u8 = 0x2c;
    pub(super) const MADCTL: u8 = 0x36;
    pub(super) const COLMOD: u8 = 0x3a;
}

const RGB565: u8 = 0x55;

/// Milliseconds that the display needs after a reset if it may have been awake, and between
/// waking and sleeping. One more than that, because a part of the first may have passed.
const SLEEP_MS: u32 = 120 + 1;
/// Milliseconds that it needs between waking and the next command.
const WAKE_MS: u32 = 5;

/// Cycles for which CS is high between two transfers: 64 ns, of which the panel needs 40.
const DESELECTED: u32 = 8;

/// Two strips: one is drawn while the other is sent.
type Strips = [[u16; PIXELS]; 2];

/// The display of the board.
pub(super) struct Display {
    wires: boards::Wiring,
    spi: &'static pac::spi0::RegisterBlock,
    channel: &'static pac::dma::CH,
    strips: &'static mut Strips,
    /// Which strip is drawn on next.
    next: usize,
    /// When it was last put to sleep or woken up, in milliseconds.
    slept: u32,
}

impl Display {
    /// Sets up SPI, DMA and pins and starts the display, dark and blank.
    #[expect(
        unsafe_code,
        reason = "the peripherals are handed in, and shared with nobody"
    )]
    pub(super) fn new(
        wires: boards::Wiring,
        _spis: (pac::SPI0, pac::SPI1),
        _dma: pac::DMA,
        resets: &mut pac::RESETS,
        strips: &'static mut Strips,
    ) -> Self {
        let (spi, dma) = unsafe {
            let spi = match wires.spi {
                0 => &*pac::SPI0::ptr(),
                _ => &*pac::SPI1::ptr(),
            };
            (spi, &*pac::DMA::ptr())
        };
        resets
            .reset()
            .modify(|_, w| w.spi0().clear_bit().spi1().clear_bit().dma().clear_bit());
        while {
            let done = resets.reset_done().read();
            done.spi0().bit_is_clear() || done.spi1().bit_is_clear() || done.dma().bit_is_clear()
        } {}

        spi.sspcpsr()
            .write(|w| unsafe { w.cpsdvsr().bits(wires.rate.divider()) });
        spi.sspdmacr().write(|w| w.txdmae().set_bit());
        // Mode 3: it has no gaps between frames.
        spi.sspcr0()
            .write(|w| unsafe { w.dss().bits(8 - 1).spo().set_bit().sph().set_bit() });
        spi.sspcr1().write(|w| w.sse().set_bit());
        pins::output(wires.cs, true);
        pins::output(wires.dc, true);
        pins::connect(wires.sck, Function::Spi);
        pins::connect(wires.mosi, Function::Spi);

        let mut display = Self {
            wires,
            spi,
            channel: dma.ch(0),
            strips,
            next: 0,
            slept: 0,
        };
        display.start();
        display
    }

    fn start(&mut self) {
        match self.wires.reset {
            Some(reset) => {
                pins::output(reset, false);
                time::sleep(1);
                pins::set(reset, true);
            }
            None => self.command(command::SWRESET, &[]),
        }
        time::sleep(SLEEP_MS);
        for &(register, bytes) in glass::ALL.iter().chain(self.wires.glass) {
            self.command(register, bytes);
        }
        self.command(command::COLMOD, &[RGB565]);
        self.command(command::MADCTL, &[self.wires.madctl]);
        self.command(command::INVON, &[]);
        self.command(command::SLPOUT, &[]);
        self.slept = time::millis();
        time::sleep(WAKE_MS);
    }

    /// The size of the picture.
    pub(super) fn size(&self) -> Size {
        Size::new(self.wires.width.into(), self.wires.height.into())
    }

    /// Switches the display on, showing what was painted.
    pub(super) fn turn_on(&mut self) {
        self.command(command::DISPON, &[]);
    }

    /// Puts the display to sleep. It keeps its picture.
    pub(super) fn fall_asleep(&mut self) {
        self.command(command::DISPOFF, &[]);
        self.change_sleep(command::SLPIN);
    }

    /// Wakes the display up.
    pub(super) fn wake_up(&mut self) {
        self.change_sleep(command::SLPOUT);
        time::sleep(WAKE_MS);
        self.command(command::DISPON, &[]);
    }

    /// Puts it to sleep or wakes it up, if need be after a wait.
    fn change_sleep(&mut self, command: u8) {
        let passed = time::millis().wrapping_sub(self.slept);
        time::sleep(SLEEP_MS.saturating_sub(passed));
        self.command(command, &[]);
        self.slept = time::millis();
    }

    /// Paints an area band by band. `draw` is called for each band and has to draw every
    /// pixel of its strip.
    pub(super) fn paint(
        &mut self,
        area: Rectangle,
        mut draw: impl FnMut(Rectangle, &mut Strip<'_>),
    ) {
        let area = area.intersection(&Rectangle::new(Point::zero(), self.size()));
        if area.is_zero_sized() {
            return;
        }
        let mut begun = false;
        for band in bands(area) {
            let index = self.next;
            self.next = 1 - index;
            let mut strip = Strip::new(band, &mut self.strips[index]);
            draw(band, &mut strip);
            let count = strip.pixels().len();
            if !begun {
                self.open_window(area);
                begun = true;
            }
            self.send(index, count);
        }
    }

    /// Waits until everything is sent.
    pub(super) fn wait(&self) {
        while self.channel.ch_ctrl_trig().read().busy().bit_is_set() {}
        while self.spi.sspsr().read().bsy().bit_is_set() {}
    }

    fn open_window(&mut self, area: Rectangle) {
        let (x, y) = (area.top_left.x as u16, area.top_left.y as u16);
        let (left, top) = (x + self.wires.offset.0, y + self.wires.offset.1);
        let range = |first: u16, count: u32| {
            let [a, b] = first.to_be_bytes();
            let [c, d] = (first + count as u16 - 1).to_be_bytes();
            [a, b, c, d]
        };
        self.command(command::CASET, &range(left, area.size.width));
        self.command(command::RASET, &range(top, area.size.height));
        self.command(command::RAMWR, &[]);
        // Pixels follow as data until the next command.
        self.set_bits(16);
        pins::set(self.wires.cs, false);
    }

    fn command(&mut self, command: u8, data: &[u8]) {
        self.wait();
        self.deselect();
        self.set_bits(8);
        pins::set(self.wires.cs, false);
        pins::set(self.wires.dc, false);
        self.write(&[command]);
        pins::set(self.wires.dc, true);
        self.write(data);
        self.deselect();
    }

    fn deselect(&self) {
        pins::set(self.wires.cs, true);
        cortex_m::asm::delay(DESELECTED);
    }

    /// Writes bytes and waits until they are sent.
    #[expect(unsafe_code, reason = "any data may be sent")]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            while self.spi.sspsr().read().tnf().bit_is_clear() {}
            self.spi
                .sspdr()
                .write(|w| unsafe { w.data().bits(byte.into()) });
        }
        while self.spi.sspsr().read().bsy().bit_is_set() {}
    }

    /// Sets frames of `bits` bits. The SPI is idle, but stays enabled, which keeps the clock
    /// at its level.
    #[expect(unsafe_code, reason = "4 to 16 bits are good")]
    fn set_bits(&mut self, bits: u8) {
        self.spi
            .sspcr0()
            .modify(|_, w| unsafe { w.dss().bits(bits - 1) });
    }

    /// Sends a strip's pixels once the previous strip is sent.
    #[expect(
        unsafe_code,
        reason = "the strip outlives the transfer, and is not drawn on before the next one is sent"
    )]
    fn send(&mut self, index: usize, count: usize) {
        while self.channel.ch_ctrl_trig().read().busy().bit_is_set() {}
        // All pixels have to be in memory before the transfer starts.
        cortex_m::asm::dmb();
        let request = match self.wires.spi {
            0 => 16,
            _ => 18,
        };
        unsafe {
            self.channel
                .ch_read_addr()
                .write(|w| w.bits(self.strips[index].as_ptr() as u32));
            self.channel
                .ch_write_addr()
                .write(|w| w.bits(self.spi.sspdr().as_ptr() as u32));
            self.channel
                .ch_trans_count()
                .write(|w| w.bits(count as u32));
            self.channel.ch_ctrl_trig().write(|w| {
                w.treq_sel().bits(request);
                // A channel that is chained to itself starts no other channel.
                w.chain_to().bits(0);
                w.data_size().size_halfword();
                w.incr_read().set_bit();
                w.high_priority().set_bit();
                w.en().set_bit()
            });
        }
    }
}
