//! Compiles the parser and its scanner.

fn main() {
    let sources = ["src/parser.c", "src/scanner.c"];
    cc::Build::new()
        .std("c11")
        .include("src")
        .files(sources)
        .warnings(false)
        .compile("tree-sitter-carom");
    println!("cargo:rerun-if-changed=src");
}
