//! Fuzzes one promise, the one that `SOKOPICO_FUZZ` names. Without that, lists them. With
//! `SOKOPICO_SEEDS`, writes the promise's seeds to that folder and ends.
#![no_main]

mod promises;

use std::path::Path;
use std::sync::LazyLock;
use std::{env, fs, process};

use promises::{ALL, Promise};

static PROMISE: LazyLock<&Promise> = LazyLock::new(|| {
    let name = env::var("SOKOPICO_FUZZ").unwrap_or_default();
    let Some(promise) = ALL.iter().find(|promise| promise.name == name) else {
        ALL.iter().for_each(|promise| println!("{}", promise.name));
        process::exit(i32::from(!name.is_empty()));
    };
    if let Some(folder) = env::var_os("SOKOPICO_SEEDS") {
        for (number, seed) in (promise.seeds)().iter().enumerate() {
            let file = Path::new(&folder).join(format!("seed-{number}"));
            fs::write(file, seed).expect("the folder can be written to");
        }
        process::exit(0);
    }
    promise
});

libfuzzer_sys::fuzz_target!(
    init: {
        LazyLock::force(&PROMISE);
    },
    |bytes: &[u8]| (PROMISE.check)(bytes)
);
