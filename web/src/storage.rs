//! Texts that the browser keeps for the page: controls and saved games.
//!
//! A browser may refuse to keep anything, for example in a private window. Nothing is then found, and nothing is kept.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = localStorage, js_name = getItem)]
    fn get_item(name: &str) -> Result<Option<String>, JsValue>;

    #[wasm_bindgen(catch, js_namespace = localStorage, js_name = setItem)]
    fn set_item(name: &str, text: &str) -> Result<(), JsValue>;
}

/// Returns the text that is kept under a name.
pub(crate) fn kept(name: &str) -> Option<String> {
    get_item(&format!("keitai/{name}")).ok().flatten()
}

/// Keeps a text under a name. Returns whether the browser does.
pub(crate) fn keep(name: &str, text: &str) -> bool {
    set_item(&format!("keitai/{name}"), text).is_ok()
}
