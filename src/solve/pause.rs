//! Long work as straight code: an `async fn` that returns to its caller after every slice.
//!
//! Nothing ever wakes such a future: whoever owns it polls it again when there is time.

use core::future::poll_fn;
use core::pin::pin;
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
