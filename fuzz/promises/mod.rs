// What every input must satisfy, shared by the fuzzer and the bounded run in `tests/`. Nothing
// may panic or take forever; what else is promised, each file says.
//
// To add a promise, add a file with `check` and `seeds` here, and its name to the list.

macro_rules! promises {
    ($($name:ident)*) => {
        $(pub(crate) mod $name;)*

        pub(crate) const ALL: &[Promise] = &[$(Promise {
            name: stringify!($name),
            check: $name::check,
            seeds: $name::seeds,
        }),*];
    };
}

promises! { text lurd code pack uf2 elf save_file journal saves dump results keys }

pub(crate) struct Promise {
    pub(crate) name: &'static str,
    pub(crate) check: fn(&[u8]),
    /// Valid inputs from which the fuzzer starts.
    pub(crate) seeds: fn() -> Vec<Vec<u8>>,
}
