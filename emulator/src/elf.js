/** The segments, sections and symbols of a 32-bit little-endian ELF file. */
export class Elf {
  constructor(bytes) {
    this.bytes = bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint32(0) !== 0x7f454c46) throw new Error('not an ELF file');
    const word = (at) => view.getUint32(at, true);
    const half = (at) => view.getUint16(at, true);

    this.segments = [];
    for (let i = 0, at = word(28); i < half(44); i++, at += half(42)) {
      const [type, offset, , address, size] = [0, 4, 8, 12, 16].map((field) => word(at + field));
      const LOAD = 1;
      if (type === LOAD && size > 0) this.segments.push({ address, data: bytes.subarray(offset, offset + size) });
    }

    const headers = [];
    for (let i = 0, at = word(32); i < half(48); i++, at += half(46)) {
      const [name, type, flags, address, offset, size, link] = [0, 4, 8, 12, 16, 20, 24].map((field) => word(at + field));
      headers.push({ name, type, flags, address, offset, size, link });
    }
    const names = headers[half(50)];
    this.sections = headers.map((header) => ({ ...header, name: this.#text(names.offset + header.name) }));

    this.symbols = [];
    const SYMBOLS = 2;
    const table = headers.find((header) => header.type === SYMBOLS);
    if (table) {
      const strings = headers[table.link].offset;
      for (let at = table.offset; at < table.offset + table.size; at += 16) {
        const name = this.#text(strings + word(at));
        const section = this.sections[half(at + 14)]?.name;
        this.symbols.push({ name, address: word(at + 4), size: word(at + 8), type: bytes[at + 12] & 15, section });
      }
    }
    const FUNCTION = 2;
    this.functions = this.symbols
      .filter((symbol) => symbol.type === FUNCTION && symbol.size > 0)
      .map(({ name, address, size }) => ({ name, start: address & ~1, end: (address & ~1) + size }))
      .sort((a, b) => a.start - b.start);
  }

  #text(at) {
    let end = at;
    while (this.bytes[end]) end++;
    return new TextDecoder().decode(this.bytes.subarray(at, end));
  }

  /** The address of a symbol, or `undefined`. */
  address(name) {
    return this.symbols.find((symbol) => symbol.name === name)?.address;
  }

  /** The name of the function at an address, or the address itself if there is none. */
  functionAt(address) {
    let [low, high] = [0, this.functions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.functions[middle].start <= address) low = middle + 1;
      else high = middle;
    }
    const found = this.functions[low - 1];
    return found && address < found.end ? found.name : `0x${address.toString(16)}`;
  }
}
