// Level packs that were copied to the boot drive.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLASH_TIMES, randomNumbers } from '../src/index.js';
import { arrive, awaitGame, cutsWhileTakingIn, startBy } from '../play/arrivals.js';
import { screenOf } from '../play/comeback.js';
import { golden } from '../play/golden.js';
import { flashWith, flashWithPacks, INBOX, isWaiting, LIBRARY, libraryOf, pack, packedFile, packOfSectors } from '../play/pack.js';
import { awaitDisplay, blankFlash, inPlay, player } from '../play/player.js';

const NAME = 'waveshare-lcd-1-3';
const LEVELS = '######\n#@$ .#\n######\nTitle: From a pack\n';
/** From the title to the list of added packs. */
const TO_REMOVE = ['down', 'down', 'down', 'ok', ...Array(6).fill('down'), 'ok'];
const random = randomNumbers(7);
const byte = () => random(256);
const names = (pico) => libraryOf(pico.flashImage()).map(({ name }) => name);

/** A Pico that was switched on with this flash, at its first screen. */
function started(flash, options) {
  const it = player(NAME, { flash, ...options });
  awaitGame(it.pico);
  return it;
}

test('the levels of a pack can be chosen', () => {
  const { pico, act } = player(NAME, { flash: flashWith(LEVELS, 1) });
  awaitDisplay(pico);
  assert.match(pico.log, /pack Mine/);
  assert.equal(pico.flash.programs + pico.flash.erases, 0, 'nothing is written if nothing arrived');
  act('ok', 'ok');
  pico.run(400);
  golden('packs-list', pico.picture());
  act('ok');
  pico.run(200);
  golden('packs-levels', pico.picture());
  assert.deepEqual(pico.failures, []);
});

for (const flashTimes of FLASH_TIMES) {
  test(`packs that arrive one after the other lie side by side, at ${flashTimes} flash times`, () => {
    let { pico } = started(blankFlash(), { flashTimes });
    for (const name of ['Second', 'First', 'Third']) {
      ({ pico } = arrive(pico, pack(name, LEVELS.replace('a pack', name)), { flashTimes }));
      awaitGame(pico);
      assert.match(pico.log, new RegExp(`added ${name}`));
      assert.ok(!isWaiting(pico.flashImage()));
      assert.deepEqual(pico.failures, []);
    }
    assert.deepEqual(names(pico), ['Second', 'First', 'Third']);
    const { pico: again, act } = started(pico.flashImage());
    act('ok', 'ok');
    again.run(400);
    golden('packs-three', again.picture());
  });
}

for (const flashTimes of FLASH_TIMES) {
  test(`files of \`sokopico pack\` are copied to the boot drive one after the other, at ${flashTimes} flash times`, () => {
    const { pico, act } = started(blankFlash(), { flashTimes });
    for (const [levels, name, ...options] of [['3-two-by-two.xsb', 'Two by two'], ['4-great-halls.xsb', 'Halls', '--name', 'Halls']]) {
      // "USB drive" on the title.
      act('up', 'ok');
      assert.equal(pico.stopped, 'usb boot');
      pico.copyUf2(packedFile(levels, ...options));
      awaitGame(pico);
      assert.match(pico.log, new RegExp(`added ${name}`));
    }
    assert.deepEqual(names(pico), ['Two by two', 'Halls']);
    assert.doesNotMatch(pico.log, /restarted after/);
    assert.deepEqual(pico.failures, []);
  });
}

test('a large pack shows how far it is, and the watchdog does not bite at worst-case times', () => {
  const { pico } = player(NAME, { flash: flashWithPacks([], packOfSectors('Large', 64)), flashTimes: 'worst' });
  // 64 sectors of 400 ms and 16 pages of 3 ms each.
  pico.run(14_000);
  golden('packs-adding', pico.picture());
  awaitGame(pico, 20_000);
  assert.deepEqual(names(pico), ['Large']);
  assert.deepEqual(pico.restarts, []);
  assert.deepEqual(pico.failures, []);
});

for (const flashTimes of FLASH_TIMES) {
  test(`a pack of the same name is replaced, at ${flashTimes} flash times`, () => {
    const packs = [packOfSectors('Same', 2), packOfSectors('Other', 1)];
    const { pico } = started(flashWithPacks(packs, pack('Same', LEVELS)), { flashTimes });
    const found = libraryOf(pico.flashImage());
    assert.deepEqual(found.map(({ name }) => name), ['Other', 'Same']);
    assert.equal(found[1].text, LEVELS);
    assert.deepEqual(pico.restarts, []);
    assert.deepEqual(pico.failures, []);
  });
}

test('a damaged pack is reported, and everything else can be played', () => {
  const flash = flashWithPacks([packOfSectors('First', 1), packOfSectors('Second', 2), packOfSectors('Third', 1)]);
  flash[LIBRARY + 2 * 4096 + 100] ^= 1;
  const { pico, act } = player(NAME, { flash });
  awaitDisplay(pico);
  golden('packs-damaged', pico.picture());
  startBy({ pico, act }, 'ok');
  golden(`${NAME}-title`, pico.picture());
  act('ok', 'ok');
  pico.run(200);
  golden('packs-without-the-damaged', pico.picture());
  assert.deepEqual(pico.failures, []);
});

/** What the inbox may hold that cannot be added, and what the message is about. */
const UNREADABLE = {
  'a pack that was copied in part': [(bytes) => { bytes[100] ^= 1; }, /damaged: copy it again/],
  'a pack with a damaged header': [(bytes) => { bytes[20] ^= 1; }, /damaged: copy it again/],
  'a pack of an old version': [(bytes) => { bytes[4] = 1; }, /old version 1/],
  'a pack of a later version': [(bytes) => { bytes[4] = 3; }, /version 3: update/],
};

for (const [index, [what, [change, message]]] of Object.entries(UNREADABLE).entries()) {
  const flashTimes = FLASH_TIMES[index % 2];
  test(`${what} leads to a message, and can be removed, at ${flashTimes} flash times`, () => {
    const bytes = pack('New', LEVELS.repeat(3));
    change(bytes);
    const { pico, act } = player(NAME, { flash: flashWithPacks([packOfSectors('Old', 1)], bytes), flashTimes });
    awaitDisplay(pico);
    assert.match(pico.log, message);
    assert.equal(pico.flash.programs + pico.flash.erases, 0);
    startBy({ pico, act }, 'ok');
    act(...TO_REMOVE, 'down', 'ok');
    startBy({ pico, act }, 'down', 'ok');
    assert.ok(!isWaiting(pico.flashImage()));
    assert.deepEqual(names(pico), ['Old']);
    assert.deepEqual(pico.failures, []);
  });
}

for (const flashTimes of FLASH_TIMES) {
  test(`a full library says what to remove, and then takes the pack in, at ${flashTimes} flash times`, () => {
    // Of 128 sectors 25 are free.
    const packs = [['Large', 33], ['Small', 10], ['Medium', 20], ['Huge', 40]].map(([name, sectors]) => packOfSectors(name, sectors));
    const { pico, act } = player(NAME, { flash: flashWithPacks(packs, packOfSectors('New', 40)), flashTimes });
    // Checking all packs takes a while.
    awaitDisplay(pico, 1000);
    golden('packs-no-room', pico.picture());
    assert.match(pico.log, /60 KB are missing\. Remove "Huge"/);
    startBy({ pico, act }, 'ok');
    act(...TO_REMOVE);
    pico.run(200);
    golden('packs-remove', pico.picture());
    act('ok');
    pico.run(200);
    golden('packs-remove-one', pico.picture());
    const since = pico.logs.length;
    act('down', 'ok');
    // 40 sectors of 400 ms and 16 pages of 3 ms each.
    awaitGame(pico, 20_000, since);
    assert.match(pico.log, /added New/);
    assert.deepEqual(names(pico), ['Large', 'Small', 'Medium', 'New']);
    assert.deepEqual(pico.restarts.map(({ by }) => by), ['firmware']);
    assert.doesNotMatch(pico.log, /restarted after/);
    assert.deepEqual(pico.failures, []);
  });
}

test('there are at most twelve added packs', () => {
  const packs = Array.from({ length: 12 }, (_, index) => packOfSectors(`Pack ${index}`, 1));
  const { pico, act } = player(NAME, { flash: flashWithPacks(packs, packOfSectors('One more', 1)) });
  awaitDisplay(pico);
  golden('packs-too-many', pico.picture());
  startBy({ pico, act }, 'ok');
  act('ok', 'ok');
  pico.run(300);
  golden('packs-twelve', pico.picture());
  assert.equal(names(pico).length, 12);
  assert.ok(isWaiting(pico.flashImage()));
  assert.deepEqual(pico.failures, []);
});

for (const flashTimes of FLASH_TIMES) {
  test(`the game of a level whose pack is removed is left, without harm, at ${flashTimes} flash times`, () => {
    const { pico, act } = inPlay(NAME, { flash: flashWithPacks([pack('Mine', LEVELS)]), flashTimes });
    assert.match(pico.log, /From a pack/);
    act('right', 'pause', ...Array(6).fill('down'), 'ok');
    assert.equal(screenOf(pico), 'Settings');
    act(...TO_REMOVE.slice(-7), 'ok');
    startBy({ pico, act }, 'down', 'ok');
    assert.equal(screenOf(pico), 'Title');
    // It is looked for in every pack while the title is shown.
    pico.run(2000);
    golden('packs-level-gone', pico.picture());
    assert.deepEqual(names(pico), []);
    // Everything else can be played and saved.
    pico.run(5000);
    act('ok', 'ok', 'ok', 'ok');
    assert.equal(screenOf(pico), 'Play');
    act('right');
    assert.ok(pico.runUntil(() => /saved in/.test(pico.log), 3000));
    assert.deepEqual(pico.failures, []);
  });
}

for (const flashTimes of FLASH_TIMES) {
  test(`a removed pack can be added again, with its results, at ${flashTimes} flash times`, () => {
    const bytes = pack('Mine', LEVELS);
    const { pico, act } = inPlay(NAME, { flash: flashWithPacks([bytes]), flashTimes });
    act('right', 'right');
    assert.equal(screenOf(pico), 'Solved');
    pico.run(2500);
    const flash = pico.flashImage();
    flash.fill(0, LIBRARY, LIBRARY + 4);
    const without = started(flash, { flashTimes });
    assert.equal(screenOf(without.pico), 'Title');
    const again = arrive(without.pico, bytes, { flashTimes });
    awaitGame(again.pico);
    again.act('ok', 'ok');
    again.pico.run(300);
    golden('packs-with-results', again.pico.picture());
  });
}

test('power cuts while a pack is taken in lose no pack', () => {
  for (const flashTimes of FLASH_TIMES) {
    const cuts = cutsWhileTakingIn({ cuts: 4, seed: 5, flashTimes });
    assert.ok(cuts >= 4);
  }
});

/** What other programs leave in the place of packs and saves. CircuitPython's drive, a FAT file system, begins there. */
const FOREIGN = {
  'a FAT file system': (flash) => {
    for (const at of [INBOX, LIBRARY]) {
      flash.fill(0, at, at + 4096);
      flash.set([0xeb, 0xfe, 0x90, ...new TextEncoder().encode('MSDOS5.0')], at);
      flash.set([0x55, 0xaa], at + 510);
    }
  },
  zeros: (flash) => flash.fill(0, INBOX),
  text: (flash) => flash.set(new TextEncoder().encode('######\n#@$ .#\n\n\n'.repeat(65_536)), INBOX),
  'random bytes': (flash) => flash.set(Uint8Array.from({ length: flash.length - INBOX }, byte), INBOX),
};

for (const [index, [what, leave]] of Object.entries(FOREIGN).entries()) {
  const flashTimes = FLASH_TIMES[index % 2];
  test(`${what} in the place of packs and saves: no reason for a message, and room for packs, at ${flashTimes} flash times`, () => {
    const flash = blankFlash();
    leave(flash);
    const { pico } = player(NAME, { flash, flashTimes });
    awaitDisplay(pico);
    golden(`${NAME}-title`, pico.picture());
    assert.deepEqual(pico.failures, []);
    const { pico: again } = arrive(pico, packOfSectors('Added', 3), { flashTimes });
    awaitGame(again);
    assert.deepEqual(names(again), ['Added']);
  });
}
