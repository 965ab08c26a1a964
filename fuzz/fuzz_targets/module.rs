#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| vgdl_fuzz::module(data));
