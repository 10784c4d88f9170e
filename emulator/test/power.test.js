// After a power cut, everything that was saved is back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLASH_TIMES } from '../src/index.js';
import { cutsWhileSaving, fullSaves } from '../play/cuts.js';

for (const flashTimes of FLASH_TIMES) {
  test(`power cuts while saving lose nothing that was confirmed, at ${flashTimes} flash times`, () => {
    const { cuts, followed } = cutsWhileSaving({ saves: 5, atMost: 10, seed: 7, flashTimes });
    assert.ok(cuts >= 8 && followed >= 2, `${cuts} cuts, ${followed} of them after another`);
  });

  test(`power cuts in every flash operation of a change of sectors lose nothing, at ${flashTimes} flash times`, () => {
    const flash = fullSaves();
    const { cuts } = cutsWhileSaving({ saves: 3, atMost: 12, seed: 9, flash, flashTimes, everyOperation: true });
    assert.ok(cuts >= 10, `${cuts} cuts`);
  });
}
