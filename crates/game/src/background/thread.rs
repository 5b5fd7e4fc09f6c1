use std::{
    io,
    thread::{self, Thread},
};

use super::Left;

/// What wakes a thread that rests.
pub(super) struct Stir(Thread);

impl Stir {
    pub(super) fn stir(&self) {
        self.0.unpark();
    }
}

/// Begins a piece of work in a thread of its own.
pub(super) fn start(name: &'static str, mut step: impl FnMut() -> Left + Send + 'static) -> io::Result<Stir> {
    let run = move || {
        loop {
            match step() {
                Left::More => {}
                // A thread that was stirred since its step began does not rest.
                Left::Waits => thread::park(),
                Left::Nothing => return,
            }
        }
    };
    let begun = thread::Builder::new().name(name.to_owned()).spawn(run)?;
    Ok(Stir(begun.thread().clone()))
}

#[cfg(test)]
mod tests {
    use super::super::{Left, begin};
    use std::{
        sync::mpsc::{RecvTimeoutError, TryRecvError, channel},
        time::Duration,
    };

    #[test]
    fn a_thread_that_waits_hears_a_word_and_then_that_nobody_listens() {
        let long = Duration::from_secs(60);
        let (tell, told) = channel();
        let (answer, hear) = channel();
        let step = move || match told.try_recv() {
            Ok(word) => answer.send(word).map_or(Left::Nothing, |()| Left::More),
            Err(TryRecvError::Empty) => Left::Waits,
            Err(TryRecvError::Disconnected) => Left::Nothing,
        };
        let background = begin("waits", step).expect("the system gives a thread");
        for word in 0..3 {
            tell.send(word).expect("it listens");
            background.stir();
            assert_eq!(hear.recv_timeout(long), Ok(word));
        }
        drop(tell);
        drop(background);
        assert_eq!(hear.recv_timeout(long), Err(RecvTimeoutError::Disconnected));
    }
}
