import assert from 'node:assert/strict';
import { writePng } from '../src/index.js';
import { flashWith } from './pack.js';
import { player, SHORTEST_TIMES } from './player.js';

/**
 * The walk's own levels, in a pack that comes first: one that is thought about for minutes, one that is solved soon
 * and shortened for long, one that a push to the right loses, and one that a push to the right solves.
 */
const LEVELS = `\
################
#    #     #   #
# $ $  $ $   $ #
#  $ ## $  ##  #
# $    $  $    #
#   #    # ## ##
## ### ####....#
#@       ......#
################
Title: Hard

####################
#   #   #   ###  ..#
#    $ $  $  $   ..#
# ## ## ## #$ #  ..#
#  $      $      ..#
# ## ## ##$#$$#  ..#
#  $   @     $   ..#
####################
Title: Long

#######
# .@$ #
#     #
#######
Title: Trap

#####
#@$.#
#####
Title: Push
`;

const TITLES = LEVELS.match(/(?<=Title: ).*/g);

/**
 * What can go on in the background of each place. A place is a screen, and after a colon whatever else decides
 * where keys lead from there.
 */
const PLACES = {
  Title: ['saving', 'making'],
  'Title: level in play': ['saving', 'making'],
  Attract: ['making'],
  Mode: ['saving', 'making'],
  Packs: ['saving', 'making'],
  Levels: ['saving', 'making'],
  Chosen: ['saving', 'making'],
  Instructions: ['saving', 'making'],
  'Instructions: from pause': ['saving', 'making'],
  Settings: ['saving', 'making'],
  'Settings: from pause': ['saving', 'making'],
  Added: ['saving', 'making'],
  Remove: ['saving', 'making'],
  Erase: ['saving', 'making'],
  About: ['saving', 'making'],
  Check: ['saving'],
  Generate: ['saving', 'making'],
  Generating: ['making'],
  'Generating: easy': [],
  Code: ['saving', 'making'],
  'Play: hard': ['saving', 'thinking'],
  'Play: long': ['shortening'],
  'Play: trap': ['saving', 'making'],
  'Play: lost': ['saving', 'making'],
  'Play: push': ['saving', 'making'],
  'Play: made': ['saving', 'making'],
  'Pause: hard': ['saving', 'thinking'],
  'Pause: long': ['shortening'],
  'Pause: trap': ['saving', 'making'],
  'Pause: lost': ['saving', 'making'],
  'Pause: made': ['saving', 'making'],
  'Solving: any': ['saving', 'thinking'],
  'Solving: fewest': ['saving', 'thinking'],
  'Solving: moves': ['saving', 'thinking'],
  'Solving: shorter': ['shortening'],
  'Solving: fewer moves': ['shortening'],
  'Solving: rewind': ['saving', 'thinking'],
  'Playback: long': [],
  'Playback: paused': ['saving', 'making'],
  Solved: ['saving', 'making'],
  'Solved: made': ['making'],
  'Stuck: hard': ['saving', 'making'],
  'Stuck: trap': ['saving', 'making'],
};

/** The choices of each menu, and which is chosen on arrival if it is not the first. */
const MENUS = {
  Title: ['Play', 'New levels', 'How to play', 'Settings', 'USB drive'],
  'Title: level in play': ['Continue', 'Play', 'New levels', 'How to play', 'Settings', 'USB drive'],
  Mode: ['Classic', 'Pairs', 'Both'],
  Generate: ['Short', 'Medium', 'Long', 'Mode', 'Size', 'Grade', 'Make one', 'Type a code'],
  Settings: ['Theme', 'Tiles', 'Brightness', 'Sound', 'Playback', 'Hints', 'Remove packs', 'Erase progress', 'Check this board', 'About'],
  Chosen: ['Play', 'Watch fewest pushes', 'Watch fewest moves'],
  Remove: ['Keep it', 'Remove'],
  Erase: ['Keep everything', 'Erase'],
  Pause: ['Continue', 'Restart', 'Solve it', 'Fewest pushes', 'Fewest moves', 'How to play', 'Settings', 'Levels', 'Quit to title'],
  'Pause: made': ['Continue', 'Restart', 'Solve it', 'Fewest pushes', 'Fewest moves', 'How to play', 'Settings', 'New levels', 'Quit to title'],
  Solved: ['Next unsolved', 'Play again', 'Levels'],
  'Solved: made': ['Another like it', 'Play again', 'New levels'],
  Stuck: ['Rewind to safety', 'Undo', 'Restart', 'Keep playing'],
};
const CHOSEN = { Mode: 'Both' };

/**
 * Where from, what the player does, and where it leads: keys in small letters, choices of the menu as they are
 * written there, a pattern of the log to wait for, and as a number the milliseconds in which it happens by itself. The
 * first line that leads to a place is the way there.
 */
const TRANSITIONS = [
  ['Title', ['Play'], 'Mode'],
  ['Title', ['New levels'], 'Generate'],
  ['Title', ['How to play'], 'Instructions'],
  ['Title', ['Settings'], 'Settings'],
  ['Title', [12_000], 'Attract'],
  ['Title', ['USB drive'], 'USB'],
  ['Attract', ['down'], 'Title'],

  ['Mode', ['Both'], 'Packs'],
  ['Mode', ['Pairs'], 'Packs'],
  ['Mode', ['back'], 'Title'],
  ['Packs', ['ok'], 'Levels'],
  ['Packs', ['down', 'ok'], 'Levels'],
  ['Packs', ['back'], 'Mode'],
  ['Levels', ['ok'], 'Play: hard'],
  ['Levels', ['down', 'ok', /thought for/], 'Play: long'],
  ['Levels', ['down', 'down', 'ok'], 'Play: trap'],
  ['Levels', ['down', 'down', 'down', 'ok'], 'Play: push'],
  ['Levels', ['down', 'right', 'left'], 'Levels'],
  ['Levels', ['back'], 'Packs'],

  ['Instructions', ['ok', 'right', 'left'], 'Instructions'],
  ['Instructions', ['back'], 'Title'],
  ['Settings', ['right', 'down', 'right'], 'Settings'],
  ['Settings', ['Remove packs'], 'Added'],
  ['Settings', ['Erase progress'], 'Erase'],
  ['Settings', ['Check this board'], 'Check'],
  ['Settings', ['About'], 'About'],
  ['Settings', ['back'], 'Title'],
  ['Added', ['ok'], 'Remove'],
  ['Added', ['up', 'down', 'back'], 'Settings'],
  ['Remove', ['Keep it'], 'Added'],
  ['Remove', ['Remove'], 'restart'],
  ['Remove', ['back'], 'Added'],
  ['Erase', ['Keep everything'], 'Settings'],
  ['Erase', ['Erase'], 'Settings'],
  ['Erase', ['back'], 'Settings'],
  ['About', ['ok'], 'Settings'],
  ['About', ['back'], 'Settings'],
  ['Check', ['right', 'right', 'left'], 'Check'],
  ['Check', ['back'], 'Settings'],
  // Past the buttons, and with everything measured.
  ['Check', [
    'right', 'right', 'right', 'right', /page Light/, 'right', 'right', 'right', /flash/, 'right', /page Clock/, /clock/,
    'right', /page Summary/, 'ok',
  ], 'Settings'],

  ['Generate', ['Type a code'], 'Code'],
  // With the hardest grade, which is before the easiest.
  ['Generate', ['down', 'down', 'down', 'down', 'down', 'left', 'down', 'ok'], 'Generating'],
  ['Generate', ['Make one'], 'Generating: easy'],
  ['Generate', ['Short'], 'Generating'],
  ['Generate', ['down', 'down', 'down', 'right', 'left'], 'Generate'],
  ['Generate', ['back'], 'Title'],
  ['Code', ['up', 'right', 'down', 'down'], 'Code'],
  ['Code', ['ok'], 'Generating'],
  ['Code', ['back'], 'Generate'],
  ['Generating', ['back'], 'Generate'],
  ['Generating: easy', [60_000], 'Play: made'],

  ['Play: hard', ['pause'], 'Pause: hard'],
  ['Play: hard', ['right', 'undo'], 'Play: hard'],
  ['Play: hard', ['hint'], 'Play: hard'],
  ['Play: hard', ['right', 'up', 'up', 'right', 'up', 'left', 'hint', 3_000], 'Stuck: hard'],
  ['Pause: hard', ['Continue'], 'Play: hard'],
  ['Pause: hard', ['Restart'], 'Play: hard'],
  ['Pause: hard', ['Solve it'], 'Solving: any'],
  ['Pause: hard', ['Fewest pushes'], 'Solving: fewest'],
  ['Pause: hard', ['Fewest moves'], 'Solving: moves'],
  ['Pause: hard', ['How to play'], 'Instructions: from pause'],
  ['Pause: hard', ['Settings'], 'Settings: from pause'],
  ['Pause: hard', ['Levels'], 'Levels'],
  ['Pause: hard', ['Quit to title'], 'Title: level in play'],
  ['Pause: hard', ['back'], 'Play: hard'],
  ['Instructions: from pause', ['back'], 'Pause: hard'],
  ['Settings: from pause', ['back'], 'Pause: hard'],
  ['Title: level in play', ['Continue'], 'Play: hard'],
  ['Title: level in play', ['Play'], 'Mode'],
  ['Solving: any', ['ok'], 'Solving: any'],
  ['Solving: any', ['back'], 'Play: hard'],
  ['Solving: fewest', ['back'], 'Play: hard'],
  ['Solving: moves', ['back'], 'Play: hard'],
  ['Stuck: hard', ['Rewind to safety'], 'Solving: rewind'],
  ['Stuck: hard', ['Undo'], 'Play: hard'],
  ['Stuck: hard', ['Restart'], 'Play: hard'],
  ['Stuck: hard', ['Keep playing'], 'Play: hard'],
  ['Stuck: hard', ['back'], 'Play: hard'],
  ['Solving: rewind', ['back'], 'Stuck: hard'],

  ['Play: long', ['pause'], 'Pause: long'],
  ['Play: long', ['left', 'undo'], 'Play: long'],
  ['Play: long', ['hint', 'hint', 'hint'], 'Play: long'],
  ['Pause: long', ['Solve it', 10_000], 'Playback: long'],
  ['Pause: long', ['Fewest pushes'], 'Solving: shorter'],
  ['Pause: long', ['Fewest moves'], 'Solving: fewer moves'],
  ['Pause: long', ['back'], 'Play: long'],
  ['Solving: shorter', ['ok'], 'Playback: long'],
  ['Solving: shorter', ['back'], 'Play: long'],
  ['Solving: fewer moves', ['ok'], 'Playback: long'],
  ['Solving: fewer moves', ['back'], 'Play: long'],
  ['Playback: long', ['up', 'down'], 'Playback: long'],
  ['Playback: long', ['ok'], 'Playback: paused'],
  ['Playback: long', ['back'], 'Play: long'],
  ['Playback: paused', ['right', 'left', 'ok'], 'Playback: long'],
  ['Playback: paused', ['back'], 'Play: long'],

  ['Play: trap', ['right'], 'Stuck: trap'],
  ['Play: trap', ['pause'], 'Pause: trap'],
  ['Play: trap', ['hint', 'hint', 'hint', 1_000], 'Play: trap'],
  ['Pause: trap', ['Solve it', 10_000], 'Solved'],
  ['Pause: trap', ['Fewest pushes', 10_000], 'Solved'],
  ['Pause: trap', ['Fewest moves', 10_000], 'Solved'],
  ['Stuck: trap', ['Rewind to safety', 5_000], 'Play: trap'],
  ['Stuck: trap', ['Keep playing'], 'Play: lost'],
  ['Play: lost', ['pause'], 'Pause: lost'],
  ['Play: lost', ['hint'], 'Stuck: trap'],
  ['Play: lost', ['undo'], 'Play: trap'],
  ['Pause: lost', ['Solve it'], 'Stuck: trap'],
  ['Pause: lost', ['back'], 'Play: lost'],
  ['Play: push', ['right'], 'Solved'],
  ['Play: push', ['right', 'back', 'ok'], 'Chosen'],
  ['Chosen', ['Play'], 'Play'],
  ['Chosen', ['Watch fewest pushes'], 'Playback'],
  ['Chosen', ['Watch fewest moves', 'ok', 'back'], 'Levels'],
  ['Chosen', ['back'], 'Levels'],
  ['Solved', ['Next unsolved'], 'Play'],
  ['Solved', ['Play again'], 'Play'],
  ['Solved', ['Levels'], 'Levels'],
  ['Solved', ['back'], 'Levels'],

  ['Play: made', ['pause'], 'Pause: made'],
  ['Pause: made', ['New levels'], 'Generate'],
  ['Pause: made', ['Solve it', 'up', 'up', 60_000], 'Solved: made'],
  ['Solved: made', ['Another like it'], 'Generating'],
  ['Solved: made', ['Play again'], 'Play: made'],
  ['Solved: made', ['New levels'], 'Generate'],
  ['Solved: made', ['back'], 'Generate'],
];

/** Where a way ends that leads to no screen. */
const ENDS = ['USB', 'restart'];

/** Levels are made after this time without a key. */
const QUIET_MS = 3_000;
/** In which the screen changes after a key, a save that erases flash included. */
const ANSWER_MS = 500;
/** In which a screen is drawn, and the first levels of a list are read. */
const SETTLE_MS = 50;
/** For anything that is waited for. */
const LONGEST_MS = 60_000;
/** Moments of the background work at which the transitions of a place are tried lie this far apart. */
const MOMENT_MS = 7;
/** Levels that are added to a pack so that counting takes long. */
const FILLERS = 600;

/** How each kind of background work is brought about; true if it is going on. */
const WORK = {
  saving: ({ pico }) => {
    const { programs } = pico.flash;
    // A level that was waited for may be saved on arrival: then the next save is that of a level for the stock.
    return pico.runUntil(() => pico.flash.programs > programs, 10_000);
  },
  thinking: (walker) => {
    walker.pico.run(60);
    return walker.isBusy();
  },
  shortening: (walker) => {
    // There is a solution on arrival.
    walker.pico.run(60);
    return walker.isBusy();
  },
  making: (walker) => {
    const { pico, screen } = walker;
    // A level that the player waits for is made at once.
    if (screen !== 'Generating') pico.run(walker.lastKey + QUIET_MS - pico.ms);
    pico.run(60);
    return walker.isBusy();
  },
  census: (walker) => walker.isBusy(),
};

class Walker {
  constructor(name, flash, flashTimes) {
    const { pico, act } = player(name, { flash, flashTimes, times: SHORTEST_TIMES });
    Object.assign(this, { name, pico, act });
    this.lastKey = 0;
    this.steps = 0;
    this.faults = [];
    /** Least stack that was never used, by what went on in the background. */
    this.least = {};
  }

  /** The screen that was logged last. */
  get screen() {
    return this.lastLog('screen ')?.slice('screen '.length);
  }

  /** The last line of the log that starts like this. */
  lastLog(start) {
    return this.pico.logs.findLast(({ text }) => text.startsWith(start))?.text;
  }

  /** Whether the core works instead of sleeping. */
  isBusy() {
    const { pico } = this;
    const [nanos, cycles] = [pico.nanos, pico.busyCycles];
    pico.run(6);
    return pico.busyCycles - cycles > 0.7 * (pico.nanos - nanos) * 0.125;
  }

  press(key) {
    this.act(key);
    this.lastKey = this.pico.ms;
  }

  /** Waits until a line that matches is logged; whether it is. */
  waitFor(pattern) {
    const { logs } = this.pico;
    const before = logs.length;
    return this.pico.runUntil(() => logs.slice(before).some(({ text }) => pattern.test(text)), LONGEST_MS);
  }

  /** Chooses something in the menu of a place. */
  choose(place, item) {
    let items = MENUS[place] ?? MENUS[screenOf(place)];
    // What has no key on six buttons is in this menu.
    if (screenOf(place) === 'Pause' && !('x' in this.pico.board.buttons)) items = [items[0], 'Redo', ...items.slice(1)];
    const from = Math.max(items.indexOf(CHOSEN[place]), 0);
    const to = items.indexOf(item);
    assert.ok(to >= 0, `${place} has no choice ${item}`);
    for (let at = from; at < to; at++) this.press('down');
    for (let at = from; at > to; at--) this.press('up');
    this.press('ok');
  }

  /** Notes what went wrong, with a picture of it. */
  fault(what, background, message) {
    const picture = `out/walk-${this.name}-${this.faults.length}.png`;
    writePng(picture, this.pico.picture());
    this.faults.push(`${this.name}, ${background}, ${what}: ${message}; see ${picture}`);
    return false;
  }

  /** Goes one way of the table; returns whether it leads where it should and nothing fails. */
  go([from, actions, to], background) {
    const { pico } = this;
    let limit = ANSWER_MS;
    for (const action of actions) {
      if (typeof action === 'number') limit = action;
      else if (action instanceof RegExp) this.waitFor(action);
      else if (action === action.toLowerCase()) this.press(action);
      else this.choose(from, action);
    }
    const what = `${from}: ${actions.join(', ')}`;
    if (to === 'USB') {
      if (!pico.runUntil(() => pico.stopped, limit)) return this.fault(what, background, 'there is no USB drive');
    } else if (to === 'restart') {
      // On purpose: what counts is how deep the stack is until then.
      if (!pico.runUntil(() => pico.restarts.length > 0, limit)) return this.fault(what, background, 'it does not restart');
      const { by } = pico.restarts.pop();
      if (by !== 'firmware') return this.fault(what, background, `it was restarted by the ${by}`);
    } else {
      pico.runUntil(() => this.screen === screenOf(to) || pico.failures.length > 0, limit);
    }
    // The level is logged after the screen.
    pico.run(2);
    const { free, deepest } = pico.stack();
    if (free < (this.least[background]?.free ?? Infinity)) this.least[background] = { free, what, in: deepest.in };
    const { failures, restarts } = pico;
    if (failures.length + restarts.length > 0) {
      return this.fault(what, background, `${failures[0] ?? 'the watchdog restarted it'}; ${free} bytes of stack left`);
    }
    if (!ENDS.includes(to) && this.screen !== screenOf(to)) {
      return this.fault(what, background, `it leads to ${this.screen}, not to ${to}`);
    }
    const title = screenOf(to) === 'Play' && TITLES.find((each) => to === `Play: ${each.toLowerCase()}`);
    if (title && !this.lastLog('level ')?.endsWith(` ${title}`)) {
      return this.fault(what, background, `it leads to ${this.lastLog('level ')}, not to ${to}`);
    }
    // Playback counts as activity, too.
    if (isLong([from, actions, to])) this.lastKey = pico.ms;
    this.steps++;
    return true;
  }

  /** Tries everything that leads on from a place, with all that may go on there, and visits the places behind it. */
  visit(place, { kinds, skip, seen }) {
    seen.add(place);
    const { pico } = this;
    pico.run(SETTLE_MS);
    // What counts from here on is how deep each way from here goes.
    pico.repaintStack();
    const restore = pico.snapshot();
    const arrived = this.lastKey;
    const goBack = () => {
      restore();
      this.lastKey = arrived;
    };
    const ways = TRANSITIONS.filter((way) => way[0] === place && !skip(way));
    for (const kind of kinds(place)) {
      goBack();
      if (!WORK[kind](this)) {
        this.fault(place, kind, 'it does not begin');
        continue;
      }
      const at = pico.snapshot();
      const key = this.lastKey;
      ways.filter((way) => !isSlow(way)).forEach((way, index) => {
        pico.run(index * MOMENT_MS);
        this.go(way, kind);
        at();
        this.lastKey = key;
      });
    }
    for (const way of ways) {
      if (seen.has(way[2]) || !(way[2] in PLACES)) continue;
      goBack();
      if (this.go(way, 'walking')) this.visit(way[2], { kinds, skip, seen });
    }
    goBack();
  }
}

const screenOf = (place) => place.split(':')[0];

/** Flash with the walk's own levels. */
const ordinaryFlash = () => flashWith(LEVELS, 4);

/** Flash with enough levels that counting them takes longer than the way to any place. */
function crowdedFlash() {
  const [first] = LEVELS.split('\n\n');
  const filler = Array.from({ length: FILLERS }, (_, index) => `\n${first.replace('Hard', `Filler ${index}`)}\n`);
  return flashWith(LEVELS + filler.join(''), 4 + FILLERS);
}

/** Is a way so slow that it is gone once only? Levels are made meanwhile in any case. */
const isSlow = ([, actions]) => actions.some((action) => action instanceof RegExp || action >= 12_000);

/** Does a way take more time than the answer to a key? */
const isLong = ([, actions]) => actions.some((action) => action instanceof RegExp || action > ANSWER_MS);

/** Is a way the first to a place, or out of it, and soon gone? */
const isMain = (way) => !isLong(way) && (TRANSITIONS.find(([, , to]) => to === way[2]) === way || way[1][0] === 'back');

/**
 * Switches a board on, changes a setting, and visits all places from the title on.
 * @param kinds gives the kinds of background work to bring about in a place
 * @param skip whether a way is left out
 */
function visitAll({ name, flash, flashTimes, settle, kinds, skip }) {
  const walker = new Walker(name, flash, flashTimes);
  const { pico } = walker;
  assert.ok(pico.runUntil(() => walker.screen === 'Title', 2_000), `${name}: it does not start`);
  const start = pico.stack();
  pico.repaintStack();
  pico.run(settle);
  // A change to be saved: it stays unsaved for as long as keys come fast.
  walker.go(['Title', ['Settings'], 'Settings'], 'walking');
  walker.go(['Settings', ['right'], 'Settings'], 'walking');
  walker.go(['Settings', ['back'], 'Title'], 'walking');
  // Back to the first choice, where the table expects the title to be.
  for (let at = MENUS.Title.indexOf('Settings'); at > 0; at--) walker.press('up');
  const seen = new Set();
  walker.visit('Title', { kinds, skip, seen });
  walker.least.starting = { free: start.free, what: 'starting', in: start.deepest.in };
  return { ...walker, size: start.size, seen };
}

/**
 * Walks through every screen and every transition of a board, with every kind of background work. A short walk is the
 * way to each screen and back, with the kinds of work named, and without what takes long. Returns how many bytes of
 * stack were never used, starting included.
 */
export function walk({ name, short = null, flashTimes }) {
  const wanted = short ?? Object.keys(WORK);
  const calm = visitAll({
    name,
    flash: ordinaryFlash(),
    flashTimes,
    settle: 1_500,
    kinds: (place) => PLACES[place].filter((kind) => wanted.includes(kind)),
    skip: (way) => short && !isMain(way),
  });
  const passes = [calm];
  if (!short) {
    passes.push(visitAll({ name, flash: crowdedFlash(), flashTimes, settle: 0, kinds: () => ['census'], skip: isLong }));
  }
  const least = {};
  for (const [kind, entry] of passes.flatMap((pass) => Object.entries(pass.least))) {
    if (entry.free < (least[kind]?.free ?? Infinity)) least[kind] = entry;
  }
  console.log(`${name}: ${passes.reduce((sum, { steps }) => sum + steps, 0)} transitions; of ${calm.size} bytes of stack never used:`);
  for (const [kind, entry] of Object.entries(least)) {
    console.log(`  ${kind.padEnd(10)} ${String(entry.free).padStart(6)}  ${entry.what} (${entry.in})`);
  }
  assert.deepEqual(passes.flatMap(({ faults }) => faults), []);
  if (!short) assert.deepEqual(Object.keys(PLACES).filter((place) => !calm.seen.has(place)), [], 'every place is visited');
  return Math.min(...Object.values(least).map(({ free }) => free));
}

/** The size of a board's stack, and how much is never used when it starts and on all screens reached without waiting. */
export function strollStack(name) {
  const { size, least, faults } = visitAll({ name, flash: ordinaryFlash(), settle: 0, kinds: () => [], skip: isLong });
  assert.deepEqual(faults, []);
  return { size, start: least.starting.free, free: least.walking.free };
}
