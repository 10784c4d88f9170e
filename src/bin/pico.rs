//! The firmware's main.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
#[rp2040_hal::entry]
fn main() -> ! {
    sokopico::pico::run()
}

/// Off the chip there is nothing to run; this lets `--all-features` build on a host.
#[cfg(not(target_os = "none"))]
fn main() {}
