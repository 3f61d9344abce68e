//! Chooses whether the loops over pixels are compiled for wider vector registers, too. That doubles the time to compile
//! the crate, so a build that is hardly optimised is compiled without them.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(wide_registers)");
    let is_optimised = std::env::var("OPT_LEVEL").is_ok_and(|level| !matches!(&*level, "0" | "1"));
    if is_optimised && std::env::var_os("CARGO_FEATURE_SIMD").is_some() {
        println!("cargo::rustc-cfg=wide_registers");
    }
}
