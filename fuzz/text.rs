//! Level texts and solutions under a coverage-guided fuzzer.
#![no_main]

mod promise;

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    promise::texts_hold_their_promise(text);
});
