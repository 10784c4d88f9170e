// Saving during play, which happens only when no flash has to be erased for it, delays a step by little.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLASH_TIMES } from '../src/index.js';
import { answer, DEBOUNCED_MS } from '../play/answer.js';
import { fullSaves } from '../play/cuts.js';
import { player } from '../play/player.js';

/** How much later a step may be on the glass because of a save, in milliseconds. */
const LATER_MS = { typical: 12, worst: 30 };
/** A busy player's game is saved this often; this long before, it becomes interesting. */
const [BUSY_MS, BEFORE_MS] = [10_000, 600];

for (const flashTimes of FLASH_TIMES) {
  test(`a step is hardly later because of a save, at ${flashTimes} flash times`, () => {
    // The history is full, so that each save writes most.
    const { pico } = player('waveshare-lcd-1-3', { flashTimes, flash: fullSaves('Two cellars', 0, undefined, ['--no-hints']) });
    pico.run(3000);
    let count = 0;
    const step = () => answer(pico, count++ % 2 ? 'left' : 'right').took - DEBOUNCED_MS;
    const savedAt = () => pico.logs.filter(({ text }) => text.startsWith('saved')).at(-1)?.ms;
    const awaitSave = () => {
      const before = savedAt();
      return pico.runUntil(() => savedAt() !== before, 1000);
    };
    step();
    assert.ok(pico.runUntil(() => savedAt() !== undefined, 4000), 'it is saved in a pause');
    // Sectors are erased ahead of time.
    pico.run(8000);
    const [start, last] = [pico.ms, savedAt()];
    const alone = [];
    while (pico.ms < start + BUSY_MS - BEFORE_MS) alone.push(step());
    assert.equal(savedAt(), last, 'nothing was saved meanwhile');

    const restore = pico.snapshot();
    let begins = null;
    pico.onFlashOperation = ({ kind }) => {
      assert.equal(kind, 'program');
      begins ??= pico.ms;
    };
    assert.ok(awaitSave(), 'it is saved');
    const took = /saved in (\d+) us/.exec(pico.logs.findLast(({ text }) => text.startsWith('saved')).text)[1] / 1000;
    const during = [];
    // The longest is one whose press is debounced just after the turn that saves has begun.
    for (let early = DEBOUNCED_MS - 2; early <= DEBOUNCED_MS + 3; early += 0.5) {
      restore();
      pico.run(begins - early - pico.ms);
      during.push(step());
    }
    const [longest, longestDuring] = [alone, during].map((times) => Math.max(...times));
    console.log(`a step at ${flashTimes} flash times: at most ${longest.toFixed(1)} ms, ` +
      `${longestDuring.toFixed(1)} ms while a save of ${took.toFixed(1)} ms begins`);
    assert.ok(longestDuring - longest <= LATER_MS[flashTimes]);
    assert.ok(longestDuring > longest + took / 2, 'the moment was hit');
    assert.deepEqual(pico.failures, []);
  });
}
