use std::{
    cell::RefCell,
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

#[cfg(target_family = "wasm")]
use bevy::platform::time::Instant;

use super::Left;

/// Whether a piece of work is to take a step.
#[derive(Clone)]
pub(super) struct Stir(Arc<AtomicBool>);

impl Stir {
    pub(super) fn stir(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A piece of work, and whether it is to take a step.
struct Work {
    stirred: Stir,
    step: Box<dyn FnMut() -> Left>,
}

/// Work that takes turns, a step each.
#[derive(Default)]
struct Queue(RefCell<VecDeque<Work>>);

impl Queue {
    fn add(&self, step: impl FnMut() -> Left + 'static) -> Stir {
        let stirred = Stir(Arc::new(AtomicBool::new(true)));
        self.0.borrow_mut().push_back(Work { stirred: stirred.clone(), step: Box::new(step) });
        stirred
    }

    /// Whether a step is to be taken.
    fn has_work(&self) -> bool {
        self.0.borrow().iter().any(|work| work.stirred.0.load(Ordering::Relaxed))
    }

    /// Takes out the next piece of work that is to take a step.
    fn take(&self) -> Option<Work> {
        let mut all = self.0.borrow_mut();
        let at = all.iter().position(|work| work.stirred.0.swap(false, Ordering::Relaxed))?;
        all.remove(at)
    }

    /// Takes a step of the next piece of work; answers whether there was one.
    fn step(&self) -> bool {
        // The queue is free during the step, which may begin other work.
        let Some(mut work) = self.take() else { return false };
        match (work.step)() {
            Left::More => work.stirred.stir(),
            Left::Waits => {}
            Left::Nothing => return true,
        }
        self.0.borrow_mut().push_back(work);
        true
    }
}

#[cfg(target_family = "wasm")]
thread_local! {
    static QUEUE: Queue = Queue::default();
}

/// Begins a piece of work that takes turns with the window.
#[cfg(target_family = "wasm")]
pub(super) fn start(_: &'static str, step: impl FnMut() -> Left + Send + 'static) -> std::io::Result<Stir> {
    Ok(QUEUE.with(|queue| queue.add(step)))
}

/// Takes steps of the work that is under way until then; answers whether any are left.
#[cfg(target_family = "wasm")]
pub fn go_on(until: Instant) -> bool {
    QUEUE.with(|queue| {
        while Instant::now() < until && queue.step() {}
        queue.has_work()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{cell::Cell, rc::Rc};

    #[test]
    fn work_that_waits_is_not_called_until_it_is_stirred() {
        let (queue, calls) = (Queue::default(), Rc::new(Cell::new(0)));
        let counted = Rc::clone(&calls);
        let stir = queue.add(move || {
            counted.set(counted.get() + 1);
            Left::Waits
        });
        assert!(queue.step() && !queue.has_work() && !queue.step());
        assert_eq!(calls.get(), 1);
        stir.stir();
        assert!(queue.has_work() && queue.step() && !queue.step());
        assert_eq!(calls.get(), 2);
    }

    #[test]
    fn work_takes_turns_and_goes_when_it_is_done() {
        let (queue, taken) = (Queue::default(), Rc::new(RefCell::new(String::new())));
        for (name, mut steps) in [('a', 3), ('b', 1), ('c', 2)] {
            let taken = Rc::clone(&taken);
            queue.add(move || {
                taken.borrow_mut().push(name);
                steps -= 1;
                if steps > 0 { Left::More } else { Left::Nothing }
            });
        }
        while queue.step() {}
        assert_eq!(*taken.borrow(), "abcaca");
        assert_eq!(Rc::strong_count(&taken), 1, "work that is done is still kept");
    }

    #[test]
    fn a_word_that_comes_during_a_step_is_not_lost_and_a_step_may_begin_other_work() {
        let (queue, stir) = (Rc::new(Queue::default()), Rc::new(RefCell::new(None::<Stir>)));
        let (others, own) = (Rc::clone(&queue), Rc::clone(&stir));
        *stir.borrow_mut() = Some(queue.add(move || {
            own.borrow().iter().for_each(Stir::stir);
            others.add(|| Left::Nothing);
            Left::Waits
        }));
        assert!(queue.step() && queue.step() && queue.step(), "its step, that of the other work, its next");
    }
}
