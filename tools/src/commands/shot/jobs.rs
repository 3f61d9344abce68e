//! Pictures that do not depend on each other, made by several threads.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::error::Error;

/// Results of a thread that wait to be taken.
const WAITING: usize = 2;

/// Makes `count` results with `jobs` threads and hands them to `take` in order, up to the first error. With one job `own`
/// makes all of them in this thread, otherwise each thread has a source from `open`.
pub(super) fn in_order<S, T: Send>(
    (count, jobs): (usize, usize),
    mut own: S,
    open: impl Fn() -> Result<S, Error> + Sync,
    make: impl Fn(&mut S, usize) -> Result<T, Error> + Sync,
    mut take: impl FnMut(usize, T) -> Result<(), Error>,
) -> Result<(), Error> {
    let jobs = jobs.min(count);
    if jobs <= 1 {
        return (0..count).try_for_each(|index| take(index, make(&mut own, index)?));
    }
    drop(own);
    let work = |first: usize, results: SyncSender<Result<T, Error>>| {
        let mut source = match open() {
            Ok(source) => source,
            Err(error) => return drop(results.send(Err(error))),
        };
        for index in (first..count).step_by(jobs) {
            // Nobody receives any more after an error.
            if results.send(make(&mut source, index)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let start = |first: usize| {
            let (sender, receiver) = sync_channel(WAITING);
            let work = &work;
            scope.spawn(move || work(first, sender));
            receiver
        };
        let receivers: Vec<Receiver<_>> = (0..jobs).map(start).collect();
        (0..count).zip(receivers.iter().cycle()).try_for_each(|(index, results)| match results.recv() {
            Ok(result) => take(index, result?),
            // The thread has panicked, which leaving the scope reports.
            Err(_) => Ok(()),
        })
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Returns the results that are taken before the end or the error at `wrong`, and whether there was no error.
    fn taken(count: usize, jobs: usize, wrong: usize) -> (Vec<(usize, usize)>, bool) {
        let mut taken = Vec::new();
        let opened = AtomicUsize::new(0);
        let open = || {
            opened.fetch_add(1, Ordering::Relaxed);
            Ok(100)
        };
        let make = |source: &mut usize, index: usize| match index == wrong {
            true => Err(Error::read(Path::new("frame"), index)),
            false => Ok(*source + index),
        };
        let found = in_order((count, jobs), 100, open, make, |index, result| {
            taken.push((index, result));
            Ok(())
        });
        assert_eq!(opened.into_inner(), if jobs.min(count) > 1 { jobs.min(count) } else { 0 });
        (taken, found.is_ok())
    }

    #[test]
    fn results_come_in_order_up_to_the_first_error() {
        for jobs in [1, 2, 3, 8, 100] {
            let until = |end: usize| (0..end).map(|index| (index, 100 + index)).collect::<Vec<_>>();
            assert_eq!(taken(25, jobs, 99), (until(25), true), "{jobs} jobs");
            assert_eq!(taken(25, jobs, 17), (until(17), false), "{jobs} jobs");
            assert_eq!(taken(1, jobs, 0), (vec![], false));
            assert_eq!(taken(0, jobs, 0), (vec![], true));
        }
    }
}
