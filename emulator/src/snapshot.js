/**
 * Remembers everything that can be reached from an object, and gives a function that puts it all back in place.
 *
 * Objects stay the same objects, so references from closures still hold; what a closure keeps in variables of its
 * own is not seen. `constant` lists objects that never change and need not be looked into.
 */
export function snapshot(root, constant = []) {
  const seen = new Set(constant);
  const restorers = [];
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || typeof value !== 'object' || seen.has(value)) continue;
    seen.add(value);
    if (ArrayBuffer.isView(value)) open.push(value.buffer);
    else if (value instanceof ArrayBuffer) restorers.push(rememberBytes(value));
    else if (value instanceof Map || value instanceof Set) restorers.push(rememberCollection(value, open));
    else restorers.push(rememberProperties(value, open));
  }
  return () => restorers.forEach((restore) => restore());
}

function rememberBytes(buffer) {
  const bytes = new Uint8Array(buffer);
  const copy = bytes.slice();
  return () => bytes.set(copy);
}

function rememberCollection(collection, open) {
  const entries = [...collection];
  open.push(...entries.flat());
  return () => {
    collection.clear();
    for (const entry of entries) collection instanceof Map ? collection.set(...entry) : collection.add(entry);
  };
}

/** Of an object or an array. */
function rememberProperties(object, open) {
  const copy = new Map(Object.entries(object));
  const { length } = object;
  for (const value of copy.values()) open.push(value);
  return () => {
    if (Array.isArray(object)) object.length = length;
    for (const name of Object.keys(object)) {
      if (!copy.has(name)) delete object[name];
    }
    for (const [name, value] of copy) {
      if (object[name] !== value) object[name] = value;
    }
  };
}
