// "Check this board" on every board: opened with B or from the settings, with keys and without.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boards, firmware, Pico, samePicture } from '../src/index.js';
import { laterSaves } from '../play/cuts.js';
import { golden } from '../play/golden.js';
import { flashWith, flashWithPacks, INBOX, LIBRARY_END, pack } from '../play/pack.js';
import { panic } from '../play/panic.js';
import { awaitDisplay, player, SPARE_STACK } from '../play/player.js';

const PAGES = [
  'Board', 'Colours', 'Edges', 'Greys', 'Buttons', 'Light', 'Speaker', 'Battery', 'Flash', 'RAM', 'Clock', 'Restart',
  'Summary',
];
const PAGE_MS = 8_000;
/** The sector that the check writes to: all other flash stays as it is. */
const SCRATCH = { start: 0xff000, end: 0x100000 };

/** A board that is switched on while B is held. */
function opened(name, options) {
  const it = player(name, options);
  it.pico.press('b');
  assert.ok(it.pico.runUntil(() => it.pico.panel.on && page(it.pico) === 'Board', 1_000), 'it opens');
  // Longer than a hold: the key that opens it does nothing else.
  it.pico.run(700);
  it.pico.release('b');
  it.pico.run(100);
  assert.equal(page(it.pico), 'Board');
  return it;
}

const lastOf = ({ logs }, start) => logs.findLast(({ text }) => text.startsWith(start))?.text.slice(start.length);
const page = (pico) => lastOf(pico, 'page ');
const screen = (pico) => lastOf(pico, 'screen ');

/** Turns pages until one is shown; the buttons are pressed where that is the only way on. */
function turnTo({ pico, act }, wanted) {
  while (page(pico) !== wanted) {
    const before = page(pico);
    if (before === 'Buttons') {
      for (const name of Object.keys(pico.board.buttons)) pico.tap(name);
      pico.run(1_200);
    } else {
      act('right');
    }
    pico.run(60);
    assert.equal(PAGES.indexOf(page(pico)), PAGES.indexOf(before) + 1, `after ${before}`);
  }
  // Long enough for anything that is measured.
  pico.run(300);
}

function assertSound(pico) {
  assert.deepEqual(pico.failures, []);
  assert.deepEqual(pico.restarts, []);
  assert.ok(pico.stack().free >= SPARE_STACK, `${pico.stack().free} bytes of stack are left`);
}

/** Flash with a pack, settings and a level in play. */
function usedFlash(name, flashTimes) {
  const { pico, act } = player(name, { flashTimes, flash: flashWith('#######\n#@$ . #\n#     #\n#######\nTitle: Mine\n', 1) });
  pico.run(300);
  act('ok', 'ok', 'ok', 'ok', 'right');
  assert.ok(pico.runUntil(() => /saved in/.test(pico.log), 3_000), 'it is saved');
  return pico.run(500).flashImage();
}

/** How long the check measures that flash takes, in microseconds: at least, and less than. */
const MEASURED = {
  typical: { erase: [45_000, 46_000], program: [400, 700] },
  worst: { erase: [400_000, 401_000], program: [3_000, 3_300] },
};
/** Every board with usual flash, and one of them with the slowest. */
const RUNS = [...Object.keys(boards).map((name) => [name, 'typical']), ['waveshare-lcd-1-14', 'worst']];

for (const [name, flashTimes] of RUNS) {
  test(`${name}: B held at the start opens the check, and nothing is lost, at ${flashTimes} flash times`, () => {
    const flash = usedFlash(name, flashTimes);
    const it = opened(name, { flash, flashTimes });
    const { pico, act } = it;
    for (const each of PAGES.slice(1)) {
      turnTo(it, each);
      if (each === 'Flash') {
        pico.run(500);
        golden(`${name}-check-flash${flashTimes === 'worst' ? '-slow' : ''}`, pico.picture());
      }
    }
    if (flashTimes === 'typical') golden(`${name}-check-summary`, pico.picture());
    const id = name === 'picosystem' ? 'ef4018' : 'ef4015';
    const [, erase, program] = /: erased in (\d+) us, programmed in (\d+) us/.exec(lastOf(pico, `flash ${id}`)).map(Number);
    for (const [what, us] of Object.entries({ erase, program })) {
      const [least, most] = MEASURED[flashTimes][what];
      assert.ok(us >= least && us < most, `${what} in ${us} us`);
    }
    assert.equal(pico.flash.erases, 1);
    act('ok');
    assert.ok(pico.runUntil(() => screen(pico) === 'Play', 500), 'it goes on to the level in play');
    assertSound(pico);
    const after = pico.flashImage();
    // A start completes what a power cut may have interrupted in the saves, and changes nothing else.
    for (const [start, end] of [[0, SCRATCH.start], [SCRATCH.end, LIBRARY_END]]) {
      assert.ok(Buffer.from(flash.slice(start, end)).equals(Buffer.from(after.slice(start, end))), 'nothing else changes');
    }
    const again = player(name, { flash: after, flashTimes }).pico.run(700);
    assert.equal(screen(again), 'Play', 'the level in play comes back');
  });
}

for (const name of Object.keys(boards)) {
  test(`${name}: the check is opened from the settings and left again`, () => {
    const { pico, act } = player(name);
    // With four buttons, "down" is B, which opens the check if it is held at the start.
    awaitDisplay(pico);
    act('down', 'down', 'down', 'ok', ...Array(8).fill('down'), 'ok');
    assert.equal(screen(pico), 'Check');
    act('right', 'right', 'left');
    assert.equal(page(pico), 'Colours');
    pico.press('b');
    pico.run(600);
    assert.equal(screen(pico), 'Settings');
    pico.release('b');
    pico.run(600);
    assert.equal(screen(pico), 'Settings', 'the key that leaves does nothing else');
    assertSound(pico);
  });
}

test('without any key it walks through all pages and goes on to the title', () => {
  const { pico } = opened('waveshare-lcd-1-14');
  assert.ok(pico.runUntil(() => screen(pico) === 'Title', PAGES.length * PAGE_MS + 1_000), 'it reaches the title');
  const pages = pico.logs.filter(({ text }) => text.startsWith('page '));
  assert.deepEqual(pages.map(({ text }) => text.slice(5)), PAGES);
  pages.slice(1).forEach(({ ms }, index) => {
    // From the key's release on the first page.
    const shown = ms - pages[index].ms;
    assert.ok(index === 0 || Math.abs(shown - PAGE_MS) < 100, `${PAGES[index]} was shown for ${shown} ms`);
  });
  assertSound(pico);
});

test('the light gets brighter in steps, and is then as it was', () => {
  const it = opened('breadboard');
  const { pico } = it;
  const before = pico.backlight;
  turnTo(it, 'Light');
  const steps = new Set([pico.backlight]);
  pico.runUntil(() => { steps.add(pico.backlight); return false; }, 7_000);
  assert.equal(steps.size, 5);
  assert.deepEqual([...steps], [...steps].sort((a, b) => a - b));
  turnTo(it, 'Speaker');
  assert.equal(pico.backlight, before);
});

test('a scale of eight tones is heard where there is a speaker', () => {
  const it = opened('picosystem');
  const { pico } = it;
  turnTo(it, 'Light');
  it.act('right');
  const tones = new Set();
  pico.runUntil(() => { tones.add(Math.round(pico.tone)); return false; }, 2_000);
  tones.delete(0);
  assert.equal(tones.size, 8);
  assert.equal(pico.tone, 0, 'then it is silent');
});

test('a bit of RAM that is stuck is found', () => {
  const name = 'waveshare-lcd-1-3';
  const it = opened(name);
  const { pico } = it;
  turnTo(it, 'Flash');
  const arena = pico.elf.symbols.find((symbol) => symbol.name.endsWith('8firmware5ARENA')).address;
  const bad = arena + 4 * 12_345;
  const { chip } = pico;
  const write = chip.writeUint32.bind(chip);
  chip.writeUint32 = (address, value) => write(address, address === bad ? value & ~0x10 : value);
  turnTo(it, 'RAM');
  golden(`${name}-check-ram-wrong`, pico.picture());
});

test('a flash chip that does not answer is noticed', () => {
  const name = 'waveshare-lcd-1-3';
  const it = opened(name);
  it.pico.chip.flashCommands.id = [0xff, 0xff, 0xff];
  turnTo(it, 'Flash');
  golden(`${name}-check-flash-silent`, it.pico.picture());
});

test('after a crash, B shows its message in the check, without a key to go on', () => {
  const name = 'waveshare-lcd-1-3';
  const it = player(name);
  const { pico } = it;
  pico.run(300);
  panic(pico);
  pico.press('b');
  assert.ok(pico.runUntil(() => page(pico) === 'Board', 2_000), 'the check opens');
  pico.release('b');
  pico.run(100);
  assert.match(pico.log, /restarted after: panicked at emulator\.rs:12:34/);
  turnTo(it, 'Restart');
  golden(`${name}-check-crash`, pico.picture());
  turnTo(it, 'Summary');
  golden(`${name}-check-summary-crash`, pico.picture());
});

test('with stored data that raises questions, B opens the check first, and they follow it', () => {
  const name = 'waveshare-lcd-1-3';
  const text = '#######\n#@$ . #\n#     #\n#######\nTitle: Mine\n';
  const arriving = pack('New', text);
  arriving[60] ^= 1;
  const damaged = pack('Old', text);
  damaged[60] ^= 1;
  const flash = laterSaves();
  flash.set(flashWithPacks([damaged], arriving).subarray(INBOX, LIBRARY_END), INBOX);
  const it = opened(name, { flash });
  const { pico } = it;
  for (const each of PAGES.slice(1)) turnTo(it, each);
  assert.doesNotMatch(pico.log, /not added/);
  pico.tap('a');
  for (const question of ['inbox', 'library', 'saves']) {
    pico.run(400);
    golden(`${name}-check-then-${question}`, pico.picture());
    assert.doesNotMatch(pico.log, /screen Play/);
    pico.tap('x');
  }
  pico.run(500);
  golden(`${name}-title`, pico.picture());
  assert.equal(pico.flash.erases, 1, 'only the sector that the check writes to is erased');
  assertSound(pico);
});

test('B that is pressed after the start opens nothing', () => {
  const name = 'waveshare-lcd-1-3';
  const pico = new Pico({ elf: firmware(name), board: boards[name] });
  assert.ok(pico.runUntil(() => pico.panel.on, 500));
  const title = pico.run(50).picture();
  pico.press('b');
  pico.run(1_000);
  assert.equal(screen(pico), 'Title');
  assert.ok(samePicture(pico.picture(), title));
});
