//! World, scenes, assets, playback and shots; no window.
