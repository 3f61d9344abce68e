//! The SDL2 window, keyboard and gamepads.
