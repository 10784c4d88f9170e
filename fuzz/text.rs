//! Fuzzes the parsers of levels and solutions.
#![no_main]

mod promise;

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    promise::check_text(text);
});
