// How long a player waits while the solver is at work. README has the figures that are printed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samePicture } from '../src/index.js';
import { answer, DEBOUNCED_MS } from '../play/answer.js';
import { flashWith } from '../play/pack.js';
import { inPlay } from '../play/player.js';

/** Takes the solver far longer than these tests. */
const HARD = `\
################
#    #     #   #
# $ $  $ $   $ #
#  $ ## $  ##  #
# $    $  $    #
#   #    # ## ##
## ### ####....#
#@       ......#
################
Title: Crowd
`;

function onTheHardLevel() {
  const it = inPlay('waveshare-lcd-1-3', { flash: flashWith(HARD, 1) });
  it.pico.run(1000);
  return it;
}

test('with the solver at work, a step is on the glass within 5 ms of the debounced press', () => {
  const { pico } = onTheHardLevel();
  const slept = pico.nanos * 0.125 - pico.busyCycles;
  const took = [];
  for (let round = 0; round < 6; round++) {
    for (const button of ['right', 'right', 'left', 'left']) {
      took.push(answer(pico, button).took - DEBOUNCED_MS);
      // Any moment of the solver's slice and of the buttons' tick.
      pico.run(37.3);
    }
  }
  assert.ok(pico.nanos * 0.125 - pico.busyCycles - slept < 1e6, 'the solver was at work all the time');
  assert.doesNotMatch(pico.log, /thought/);
  console.log(`a step while it thinks: at most ${Math.max(...took).toFixed(2)} ms after the debounced press`);
  assert.ok(Math.max(...took) <= 5, `${took}`);
});

test('a press while it solves is answered within 30 ms, and cancels; all is redrawn in 19 ms', () => {
  const { pico, act } = onTheHardLevel();
  const board = pico.picture();
  act('pause', 'down', 'down', 'ok');
  pico.run(500);
  const pressed = pico.ms + DEBOUNCED_MS;
  pico.press('b');
  const sent = [];
  while (pico.ms < pressed + 100 && !samePicture(pico.picture(), board)) {
    sent.push({ ms: pico.ms, pixels: pico.panel.pixels });
    pico.run(0.05);
  }
  // What came before the last full picture was the old one, still moving.
  const began = sent.findLast(({ pixels }) => pixels <= pico.panel.pixels - 240 * 240).ms;
  const [cancel, redraw] = [pico.ms - pressed, pico.ms - began];
  console.log(`a solution is cancelled, and play is back, ${cancel.toFixed(1)} ms after the debounced press`);
  console.log(`a full redraw while it thinks: ${redraw.toFixed(1)} ms`);
  assert.ok(cancel <= 30, `${cancel} ms`);
  assert.ok(redraw <= 19, `${redraw} ms`);
  assert.deepEqual(pico.failures, []);
});
