//! `bindgen INPUT.wasm FOLDER`: writes `carom.js`, `carom.d.ts` and `carom_bg.wasm`.

use std::env::args;

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
            .generate(folder)
    });
    if let Err(error) = bindgen {
        panic!("{error:?}");
    }
}
