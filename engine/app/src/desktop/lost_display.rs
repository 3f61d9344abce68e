//! Runs a task when the display is lost while a window is open.
//!
//! Xlib does not report that: it prints a line and calls the C library's `exit` with code 1. `exit` first drops the
//! thread-local values of its thread, and the task is one of them. The task may end the program with another code, because
//! the GNU C library takes the code of the last `exit`. Where thread-local values are not dropped, the code stays 1. A
//! Wayland display that goes away closes the window instead.

use std::cell::{Cell, RefCell};

thread_local! {
    static TASK: Task = const { Task { run: RefCell::new(None), called: Cell::new(false) } };
}

struct Task {
    run: RefCell<Option<Box<dyn FnOnce()>>>,
    /// Whether a call of SDL is running. A game that calls `exit` itself does so outside of such a call.
    called: Cell<bool>,
}

impl Drop for Task {
    fn drop(&mut self) {
        if let (true, Some(run)) = (self.called.get(), self.run.take()) {
            run();
        }
    }
}

/// A call of SDL, until this is dropped.
#[derive(Debug)]
pub(crate) struct Call(());

impl Call {
    pub(crate) fn begin() -> Self {
        TASK.with(|task| task.called.set(true));
        Self(())
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let _ = TASK.try_with(|task| task.called.set(false));
    }
}

/// Keeps the task of the thread that opens the window. The task is forgotten when this is dropped.
#[derive(Debug)]
pub(crate) struct LostDisplay(());

impl LostDisplay {
    pub(crate) fn new(run: impl FnOnce() + 'static) -> Self {
        TASK.with(|task| task.run.replace(Some(Box::new(run))));
        Self(())
    }
}

impl Drop for LostDisplay {
    fn drop(&mut self) {
        let _ = TASK.try_with(|task| task.run.take());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn the_task_runs_when_the_thread_ends_within_a_call() {
        let (sender, receiver) = channel();
        for (open, calls) in [(true, true), (true, false), (false, true)] {
            let sender = sender.clone();
            let thread = std::thread::spawn(move || {
                let lost = LostDisplay::new(move || sender.send((open, calls)).unwrap());
                drop(Call::begin());
                if calls {
                    std::mem::forget(Call::begin());
                }
                if open {
                    std::mem::forget(lost);
                }
            });
            thread.join().unwrap();
        }
        assert_eq!(receiver.try_iter().collect::<Vec<_>>(), [(true, true)]);
    }
}
