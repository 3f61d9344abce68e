//! Source text to binary documents and back, checks and comparisons.
