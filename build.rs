//! Embeds the levels in the program and, for the firmware, gives the linker its memory map.
//! Tests check and solve the levels; nothing of that happens here.

#[path = "src/host/menu_name.rs"]
mod menu_name;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use menu_name::menu_name;

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/host/menu_name.rs");
    println!("cargo:rerun-if-changed=levels");
    fs::write(out.join("packs.rs"), packs(&root.join("levels"))).expect("OUT_DIR can be written");

    // Set where the hottest functions are put into RAM, see `src/solve/mod.rs`.
    println!("cargo::rustc-check-cfg=cfg(hot)");
    println!("cargo:rerun-if-changed=memory.x");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("none") {
        if env::var_os("CARGO_FEATURE_PICO").is_some() {
            println!("cargo::rustc-cfg=hot");
            check_linker();
        }
        fs::copy("memory.x", out.join("memory.x")).expect("memory.x is copied to OUT_DIR");
        println!("cargo:rustc-link-search={}", out.display());
    }
}

/// Stops the build with one clear line if `.cargo/config.toml` asks for a linker that is not
/// installed: rustc would say so only after minutes, and not where to get it.
fn check_linker() {
    if env::var_os("RUSTC_LINKER").is_none_or(|linker| linker != "flip-link") {
        return;
    }
    let program = format!("flip-link{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH").unwrap_or_default();
    if !env::split_paths(&path).any(|folder| folder.join(&program).is_file()) {
        println!(
            "cargo::error=flip-link is not installed: run `cargo install flip-link`. To build without \
             a guard below the stack, set CARGO_TARGET_THUMBV6M_NONE_EABI_LINKER=rust-lld."
        );
    }
}

/// The packs as Rust source: an array with the name and text of each file, sorted by file
/// name.
fn packs(levels: &Path) -> String {
    let entries = fs::read_dir(levels).expect("there is a folder of levels");
    let paths = entries.map(|entry| entry.expect("its files can be listed").path());
    let is_pack = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "xsb");
    let mut files: Vec<PathBuf> = paths.filter(is_pack).collect();
    files.sort();
    let mut code = String::from("[\n");
    for file in files {
        let name = menu_name(&file);
        writeln!(
            code,
            "    Pack {{ name: {name:?}, text: include_bytes!({file:?}) }},"
        )
        .expect("memory");
    }
    code + "]\n"
}
