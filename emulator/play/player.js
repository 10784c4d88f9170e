import { boards, firmware, Pico } from '../src/index.js';

/** How a board's buttons do what a player wants: a name, and for how long it is held. */
const EIGHT = { up: ['up'], down: ['down'], left: ['left'], right: ['right'], ok: ['a'], hint: ['a'], undo: ['b'], back: ['b'], pause: ['y'] };
const FOUR = { up: ['a'], down: ['b'], left: ['x'], right: ['y'], ok: ['a', 600], hint: ['a', 600], undo: ['b', 600], back: ['b', 600] };

/** A Pico with the firmware for its board, and a way to say what the player wants. */
export function player(name = 'waveshare-lcd-1-3', options = {}) {
  const pico = new Pico({ elf: firmware(name), board: boards[name], ...options });
  const keys = name === 'pico-display' ? FOUR : EIGHT;
  const wish = (...wishes) => {
    for (const it of wishes) {
      const [button, ms = 40] = keys[it];
      pico.press(button);
      pico.run(ms);
      pico.release(button);
      pico.run(60);
    }
  };
  return { pico, wish };
}

/** One that has been switched on, and is at the first level of the first pack. */
export function inPlay(name, options) {
  const it = player(name, options);
  it.pico.run(250);
  it.wish('ok', 'ok', 'ok', 'ok');
  it.pico.run(100);
  return it;
}

/** Flash with nothing in it. */
export function blankFlash() {
  return new Uint8Array(2 * 1024 * 1024).fill(0xff);
}
