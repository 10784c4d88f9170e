// The solver's speed on the chip: `npm run bench`. Cycles a node by search and number of boxes, the longest slice, and
// where the cycles go: by sampling the program counter, with the waits for flash counted exactly. With `-- --functions`
// by function, with `-- --no-cache` as if all of flash were in its cache.
import { boards } from './boards.js';
import { build, firmware } from './firmware.js';
import { Pico } from './pico.js';

/** What functions belong to, by parts of their mangled names; the first that fits. What is inlined everywhere has no name here. */
const PARTS = [
  ['flood fill', ['puzzle5reach']],
  ['corral', ['base6corral', 'quick6escape']],
  ['moves', ['optimal5moves', 'optimal6tunnel', 'quick6travel']],
  ['matching', ['base10assignment', 'quick8matching']],
  ['deadlocks', ['base6freeze', 'base6groups', 'base10retrograde']],
  ['position', ['base8position', 'base6follow']],
  ['keys', ['base3key', 'Expander3key']],
  ['table', ['optimal9positions', 'quick4pool']],
  ['copying', ['memcpy', 'memset', 'memmove', 'memclr']],
];
const MS = 600_000;
const FUNCTIONS = 25;
const RAM = 0x20000000;

build(['bench']);
const options = process.argv.slice(2);
const pico = new Pico({ elf: firmware('bench'), board: Object.values(boards)[0], cache: !options.includes('--no-cache') });
const gone = PARTS.flatMap(([, names]) => names).filter((name) => !pico.elf.functions.some((found) => found.name.includes(name)));
if (gone.length > 0) throw new Error(`no function has these parts of a name any more, see PARTS: ${gone.join(', ')}`);
const engines = new Map();
/** By program counter: how often it was found there, and the cycles it waited for flash. */
let [samples, waits] = [new Map(), new Map()];
let cyclesBefore = 0;
let seen = 0;
let done = false;
const { cache, core } = pico.chip;
cache.onMiss = () => add(waits, core.PC, cache.missCycles);
pico.runUntil(() => {
  add(samples, core.PC, 1);
  for (; seen < pico.logs.length; seen++) take(pico.logs[seen].text);
  return done;
}, MS);
if (!done) throw new Error(`the bench did not end:\n${pico.log}`);
if (pico.failures.length > 0) throw new Error(pico.failures.join('\n'));
report();
if (options.includes('--functions')) reportFunctions();

function add(map, key, count) {
  map.set(key, (map.get(key) ?? 0) + count);
}

function sum(map) {
  return [...map.values()].reduce((total, count) => total + count, 0);
}

function take(text) {
  done ||= text === 'bench done';
  const words = /^bench (\w+) boxes (\d+) nodes (\d+) cycles (\d+) slices (\d+) longest (\d+)/.exec(text);
  if (!words) return;
  const [name, ...numbers] = words.slice(1);
  const [boxes, nodes, cycles, slices, longest] = numbers.map(Number);
  const engine = engines.get(name) ?? { sizes: new Map(), cycles: new Map(), waits: new Map() };
  engines.set(name, engine);
  const size = engine.sizes.get(boxes) ?? { nodes: 0, cycles: 0, slices: 0, longest: 0 };
  engine.sizes.set(boxes, {
    nodes: size.nodes + nodes,
    cycles: size.cycles + cycles,
    slices: size.slices + slices,
    longest: Math.max(size.longest, longest),
  });
  const busy = pico.busyCycles - cyclesBefore - sum(waits);
  const each = busy / sum(samples);
  for (const [pc, count] of samples) add(engine.cycles, pico.elf.functionAt(pc), count * each);
  for (const [pc, count] of waits) {
    add(engine.cycles, pico.elf.functionAt(pc), count);
    add(engine.waits, pico.elf.functionAt(pc), count);
  }
  cyclesBefore = pico.busyCycles;
  [samples, waits] = [new Map(), new Map()];
}

function partOf(symbol) {
  return PARTS.find(([, names]) => names.some((name) => symbol.includes(name)))?.[0] ?? 'rest';
}

/** The words of a mangled name, each after its length: `...5solve6corral5fence...` is `solve::corral::fence`. */
function pathOf(symbol) {
  const words = [];
  for (let rest = symbol.slice(symbol.indexOf('_R') + 2); rest !== ''; ) {
    const [skipped] = /^(?:[sB]\w*?_|\D|0)?/.exec(rest);
    const [length] = /^[1-9]\d*_?|^/.exec(rest);
    const end = length.length + parseInt(length, 10);
    if (length) words.push(rest.slice(length.length, end));
    rest = rest.slice(length ? end : skipped.length);
  }
  return symbol.includes('_R') && words.length > 0 ? words.join('::') : symbol;
}

function report() {
  const number = (value, width) => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '-').padStart(width);
  console.log('part    boxes   nodes  cycles/node  cycles/slice  longest slice  cycles in all');
  for (const [name, { sizes }] of engines) {
    for (const [boxes, { nodes, cycles, slices, longest }] of sizes) {
      if (slices === 0) continue;
      const each = ['tables', 'groups', 'shorten'].includes(name) ? NaN : cycles / nodes;
      console.log(`${name.padEnd(7)}${number(boxes, 6)} ${number(nodes, 7)} ${number(each, 12)} ${number(cycles / slices, 13)} ${number(longest, 14)} ${number(cycles, 14)}`);
    }
  }
  const column = (shareOf) => [...engines.values()].map((engine) => shareOf(engine).toFixed(1).padStart(8)).join('');
  console.log(`\n% of cycles ${[...engines.keys()].map((name) => name.padStart(8)).join('')}`);
  for (const part of [...PARTS.map(([name]) => name), 'rest']) {
    const ofPart = ({ cycles }) => sum(new Map([...cycles].filter(([symbol]) => partOf(symbol) === part)));
    console.log(`${part.padEnd(12)}${column((engine) => (100 * ofPart(engine)) / sum(engine.cycles))}`);
  }
  const waiting = column(({ cycles, waits }) => (100 * sum(waits)) / sum(cycles));
  console.log(`\nof all these, % that wait for flash\n            ${waiting}`);
}

function reportFunctions() {
  const sizes = new Map(pico.elf.functions.map(({ name, start, end }) => [name, `${end - start} ${start < RAM ? 'flash' : 'RAM'}`]));
  for (const [name, { cycles, waits }] of engines) {
    const share = (count) => ((100 * count) / sum(cycles)).toFixed(1).padStart(6);
    console.log(`\n${name}: % of cycles, of these waiting for flash; bytes of code`);
    for (const [symbol, count] of [...cycles].sort((a, b) => b[1] - a[1]).slice(0, FUNCTIONS)) {
      console.log(`${share(count)} ${share(waits.get(symbol) ?? 0)} ${(sizes.get(symbol) ?? '').padStart(11)}  ${pathOf(symbol)}`);
    }
  }
}
