/**
 * Decodes the log of `defmt`: frames in reverse zero-compressing COBS, each with an index into the strings of the ELF
 * file and the arguments. It knows the types that this firmware and its panics log.
 */
export class Defmt {
  constructor(elf) {
    this.strings = new Map();
    this.timestamp = null;
    for (const symbol of elf.symbols) {
      if (symbol.section !== '.defmt' || !symbol.name.startsWith('{')) continue;
      const { tag, data } = JSON.parse(symbol.name);
      if (tag === 'defmt_timestamp') this.timestamp = data;
      else this.strings.set(symbol.address & 0xffff, { tag, data });
    }
    this.pending = [];
  }

  /** Takes bytes of the log and returns the entries that are complete: `{ level, text, timestamp }`. */
  take(bytes) {
    const entries = [];
    for (const byte of bytes) {
      if (byte !== 0) this.pending.push(byte);
      else {
        if (this.pending.length > 0) entries.push(this.#entry(decompressed(this.pending)));
        this.pending = [];
      }
    }
    return entries;
  }

  #entry(bytes) {
    const input = new Input(bytes);
    const { tag, data } = this.#string(input.number(2));
    const timestamp = this.timestamp === null ? '' : this.#format(this.timestamp, input);
    return { level: tag.replace('defmt_', ''), text: this.#format(data, input), timestamp };
  }

  #string(index) {
    const string = this.strings.get(index);
    if (!string) throw new Error(`no log string ${index}: is this the ELF file that runs?`);
    return string;
  }

  #format(format, input) {
    const values = [];
    const text = format.replace(/\{\{|\}\}|\{(\d*)(?:=([^:}]*))?(?::([^}]*))?\}/g, (match, index, type = '?', hint = '') => {
      if (match === '{{' || match === '}}') return match[0];
      const place = index === '' ? values.length : Number(index);
      values[place] ??= this.#value(type, input);
      return shown(values[place], hint);
    });
    return text;
  }

  #value(type, input) {
    const integer = /^([ui])(8|16|32|64|size)$/.exec(type);
    if (integer) return input.number(integer[2] === 'size' ? 4 : integer[2] / 8, integer[1] === 'i');
    switch (type) {
      case 'bool': return input.number(1) !== 0;
      case 'char': return String.fromCodePoint(input.number(4));
      case 'str': return input.text(input.number(4));
      case 'istr': return this.#string(input.number(2)).data;
      case '[u8]': return `[${[...input.bytes(input.number(4))].join(', ')}]`;
      case '__internal_Display': case '__internal_Debug': return input.textUntil(0xff);
      case '?': case '': return this.#format(this.#string(input.number(2)).data, input);
      default: throw new Error(`a log argument of type ${type}: teach the decoder`);
    }
  }
}

function shown(value, hint) {
  if (hint.endsWith('x')) {
    const [, width] = hint.match(/0(\d+)x$/) ?? [];
    return (hint.includes('#') ? '0x' : '') + value.toString(16).padStart(Number(width ?? 0), '0');
  }
  return String(value);
}

class Input {
  constructor(bytes) {
    this.rest = bytes;
  }

  bytes(count) {
    if (count > this.rest.length) throw new Error('a log entry that is too short');
    const bytes = this.rest.slice(0, count);
    this.rest = this.rest.slice(count);
    return bytes;
  }

  number(size, signed = false) {
    const value = this.bytes(size).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
    const number = signed ? BigInt.asIntN(size * 8, value) : value;
    // Eight bytes do not fit a plain number.
    return size < 8 ? Number(number) : number;
  }

  text(length) {
    return new TextDecoder().decode(Uint8Array.from(this.bytes(length)));
  }

  textUntil(end) {
    const length = this.rest.indexOf(end);
    const text = this.text(length < 0 ? this.rest.length : length);
    this.bytes(length < 0 ? 0 : 1);
    return text;
  }
}

/** Reverse zero-compressing COBS reads from the end: each code tells where the zeros were among the bytes before it. */
function decompressed(bytes) {
  const out = [];
  let at = bytes.length;
  const next = () => {
    if (at === 0) throw new Error('a damaged log entry');
    return bytes[--at];
  };
  while (at > 0) {
    const code = next();
    if (code === 0xff) {
      for (let i = 0; i < 134; i++) out.push(next());
    } else if (code & 0x80) {
      out.push(0);
      for (let i = 0; i < (code & 0x7f) + 7; i++) out.push(next());
    } else {
      for (let bit = 6; bit >= 0; bit--) out.push(code & (1 << bit) ? 0 : next());
    }
  }
  return out.reverse();
}
