// After a power cut, everything that was saved is back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLASH_TIMES } from '../src/index.js';
import { cutsWhileSaving, nearlyFullSaves } from '../play/cuts.js';

for (const flashTimes of FLASH_TIMES) {
  test(`power cuts while saving lose nothing that was confirmed, at ${flashTimes} flash times`, () => {
    const cuts = cutsWhileSaving({ saves: 5, atMost: 10, seed: 7, flashTimes });
    assert.ok(cuts >= 8, `${cuts} cuts`);
  });

  test(`power cuts in every flash operation of a change of sectors lose nothing, at ${flashTimes} flash times`, () => {
    const flash = nearlyFullSaves();
    const cuts = cutsWhileSaving({ saves: 3, atMost: 20, seed: 9, flash, flashTimes, everyOperation: true });
    assert.ok(cuts >= 10, `${cuts} cuts`);
  });
}
