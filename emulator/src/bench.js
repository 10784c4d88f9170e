// The solver's speed on the chip: `npm run bench`. Cycles a node by search and number of boxes, the longest slice, and where
// the cycles go, by sampling the program counter; with `-- --functions`, by function.
import { boards } from './boards.js';
import { build, firmware } from './firmware.js';
import { Pico } from './pico.js';

/** What functions belong to, by parts of their mangled names; the first that fits. What is inlined everywhere has no name here. */
const PARTS = [
  ['flood fill', ['puzzle5reach']],
  ['corral', ['base6corral', 'quick6pocket']],
  ['moves', ['optimal5moves', 'optimal6tunnel', 'quick6travel']],
  ['matching', ['base10assignment', 'quick8matching']],
  ['freeze', ['base6freeze']],
  ['position', ['base8position', 'base6follow']],
  ['keys', ['base3key', 'Expander3key']],
  ['table', ['optimal9positions', 'quick4pool']],
  ['copying', ['memcpy', 'memset', 'memmove', 'memclr']],
];
const MS = 600_000;
const FUNCTIONS = 25;

build(['bench']);
const pico = new Pico({ elf: firmware('bench'), board: Object.values(boards)[0] });
const gone = PARTS.flatMap(([, names]) => names).filter((name) => !pico.elf.functions.some((found) => found.name.includes(name)));
if (gone.length > 0) throw new Error(`no function has these parts of a name any more, see PARTS: ${gone.join(', ')}`);
const engines = new Map();
let samples = new Map();
let seen = 0;
let done = false;
pico.runUntil(() => {
  const { PC } = pico.chip.core;
  samples.set(PC, (samples.get(PC) ?? 0) + 1);
  for (; seen < pico.logs.length; seen++) take(pico.logs[seen].text);
  return done;
}, MS);
if (!done) throw new Error(`the bench did not end:\n${pico.log}`);
if (pico.failures.length > 0) throw new Error(pico.failures.join('\n'));
report();
if (process.argv.includes('--functions')) reportFunctions();

function take(text) {
  done ||= text === 'bench done';
  const words = /^bench (\w+) boxes (\d+) nodes (\d+) cycles (\d+) slices (\d+) longest (\d+)/.exec(text);
  if (!words) return;
  const [name, ...numbers] = words.slice(1);
  const [boxes, nodes, cycles, slices, longest] = numbers.map(Number);
  const fresh = { sizes: new Map(), parts: new Map(), functions: new Map(), samples: 0 };
  const engine = engines.get(name) ?? fresh;
  engines.set(name, engine);
  const size = engine.sizes.get(boxes) ?? { nodes: 0, cycles: 0, slices: 0, longest: 0 };
  engine.sizes.set(boxes, {
    nodes: size.nodes + nodes,
    cycles: size.cycles + cycles,
    slices: size.slices + slices,
    longest: Math.max(size.longest, longest),
  });
  for (const [pc, count] of samples) {
    const symbol = pico.elf.functionAt(pc);
    const add = (map, key) => map.set(key, (map.get(key) ?? 0) + count);
    add(engine.parts, partOf(symbol));
    add(engine.functions, symbol);
    engine.samples += count;
  }
  samples = new Map();
}

function partOf(symbol) {
  return PARTS.find(([, names]) => names.some((name) => symbol.includes(name)))?.[0] ?? 'rest';
}

/** The words of a mangled name, each after its length: `...5solve6corral5fence...` is `solve::corral::fence`. */
function pathOf(symbol) {
  const words = [];
  const lengths = /(?<![Bs\d])[1-9]\d?(?=[a-zA-Z_])/g;
  for (let found; (found = lengths.exec(symbol)); ) {
    const start = lengths.lastIndex + (symbol[lengths.lastIndex] === '_' ? 1 : 0);
    lengths.lastIndex = start + Number(found[0]);
    words.push(symbol.slice(start, lengths.lastIndex));
  }
  return symbol.startsWith('_') && words.length > 0 ? words.join('::') : symbol;
}

function report() {
  const number = (value, width) => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '-').padStart(width);
  console.log('part    boxes   nodes  cycles/node  cycles/slice  longest slice');
  for (const [name, { sizes }] of engines) {
    for (const [boxes, { nodes, cycles, slices, longest }] of sizes) {
      if (slices === 0) continue;
      const each = name === 'tables' || name === 'shorten' ? NaN : cycles / nodes;
      console.log(`${name.padEnd(7)}${number(boxes, 6)} ${number(nodes, 7)} ${number(each, 12)} ${number(cycles / slices, 13)} ${number(longest, 14)}`);
    }
  }
  console.log(`\n% of cycles ${[...engines.keys()].map((name) => name.padStart(8)).join('')}`);
  for (const part of [...PARTS.map(([name]) => name), 'rest']) {
    const shares = [...engines.values()].map(({ parts, samples }) => ((100 * (parts.get(part) ?? 0)) / samples).toFixed(1).padStart(8));
    console.log(`${part.padEnd(12)}${shares.join('')}`);
  }
}

function reportFunctions() {
  for (const [name, { functions, samples }] of engines) {
    console.log(`\n${name}`);
    for (const [symbol, count] of [...functions].sort((a, b) => b[1] - a[1]).slice(0, FUNCTIONS)) {
      console.log(`${((100 * count) / samples).toFixed(1).padStart(6)} ${pathOf(symbol)}`);
    }
  }
}
