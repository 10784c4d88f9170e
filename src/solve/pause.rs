//! Long work as straight code: an `async fn` that returns to its caller after every slice.
//!
//! Nothing ever wakes such a future: whoever owns it polls it again when there is time.

use core::future::poll_fn;
use core::pin::{Pin, pin};
use core::task::{Context, Poll, Waker};

/// Returns to whoever polls, once.
pub async fn pause() {
    let mut paused = false;
    poll_fn(|_| match core::mem::replace(&mut paused, true) {
        true => Poll::Ready(()),
        false => Poll::Pending,
    })
    .await;
}

/// Polls long work until it is done, for hosts and tests that have nothing else to do.
pub fn finish<F: Future>(work: F) -> F::Output {
    let mut work = pin!(work);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = work.as_mut().poll(&mut context) {
            return output;
        }
    }
}

/// Awaits a part of long work that is built in its place and polled in a stack frame of its
/// own.
///
/// A plain `.await` builds the part's whole state as a value and moves it, and the compiler
/// may merge the frames of all parts into one: on the Pico that is more stack than there is.
macro_rules! apart {
    ($part:expr) => {{
        let mut part = core::pin::pin!(None);
        $crate::solve::build(part.as_mut(), || $part);
        core::future::poll_fn(|context| $crate::solve::poll_apart(part.as_mut(), context)).await
    }};
}
pub(crate) use apart;

/// Builds a value in its place, with what that takes of the stack given back at once.
#[inline(never)]
pub fn build<T>(mut place: Pin<&mut Option<T>>, value: impl FnOnce() -> T) {
    place.set(Some(value()));
}

/// Polls a part of long work that was built.
#[inline(never)]
pub fn poll_apart<F: Future>(
    part: Pin<&mut Option<F>>,
    context: &mut Context<'_>,
) -> Poll<F::Output> {
    match part.as_pin_mut() {
        Some(part) => part.poll(context),
        None => Poll::Pending,
    }
}
