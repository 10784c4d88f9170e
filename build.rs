//! Hands the linker its memory map when the firmware is built, and does nothing else.

use std::{env, fs, path::PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=memory.x");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("none") {
        let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
        fs::copy("memory.x", out.join("memory.x")).expect("memory.x is copied to OUT_DIR");
        println!("cargo:rustc-link-search={}", out.display());
    }
}
