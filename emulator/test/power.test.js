// After a power cut, everything that was saved is back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLASH_TIMES } from '../src/index.js';
import { cutsInEveryOperation, cutsWhilePlaying, fullSaves } from '../play/cuts.js';

for (const flashTimes of FLASH_TIMES) {
  test(`power cuts while playing and saving lose nothing that was confirmed, at ${flashTimes} flash times`, () => {
    const { cuts, followed } = cutsWhilePlaying({ steps: 4, anywhere: 1, again: 2, seed: 7, flashTimes });
    assert.ok(cuts >= 10 && followed >= 2, `${cuts} cuts, ${followed} of them after another`);
  });

  test(`power cuts in every flash operation of a change of sectors lose nothing, at ${flashTimes} flash times`, () => {
    const cuts = cutsInEveryOperation({ steps: 5, seed: 9, flash: fullSaves(), flashTimes });
    assert.ok(cuts >= 10, `${cuts} cuts`);
  });
}
