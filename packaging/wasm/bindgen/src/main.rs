//! `bindgen INPUT.wasm FOLDER`: writes `carom.js`, `carom.d.ts` and `carom_bg.wasm`.

use std::env::args;
use std::fs;
use std::path::Path;

fn main() {
    let [input, folder] = args().skip(1).collect::<Vec<_>>().try_into().unwrap_or_else(|_| {
        panic!("usage: bindgen INPUT.wasm FOLDER");
    });
    let bindgen = wasm_bindgen_cli_support::Bindgen::new().web(true).and_then(|bindgen| {
        bindgen
            .input_path(input)
            .out_name("carom")
            .typescript(true)
            .omit_default_module_path(false)
            .generate(&folder)
    });
    if let Err(error) = bindgen {
        panic!("{error:?}");
    }
    // An instance that has failed is replaced.
    let script = Path::new(&folder).join("carom.js");
    let renew = "\nexport function renew() {\n    wasm = undefined;\n    initSync({ module: wasmModule });\n}\n";
    let written = fs::read_to_string(&script).and_then(|text| fs::write(&script, text + renew));
    written.unwrap_or_else(|error| panic!("{}: {error}", script.display()));
}
