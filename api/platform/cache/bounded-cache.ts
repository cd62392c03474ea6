/** Caches values in memory up to a number of bytes; the least recently used are evicted first. */
export interface BoundedCache<V> {
  get(key: string): V | undefined;
  /** `bytes` is the approximate size of the value. A value larger than the whole cache is not stored. */
  set(key: string, value: V, bytes: number): void;
  delete(key: string): void;
  readonly bytes: number;
}

/** Approximate size of an entry besides its key and value. */
const OVERHEAD_BYTES = 200;

/** Creates an empty cache that holds up to `maxBytes`, including the overhead of keys and entries. */
export function createBoundedCache<V>(maxBytes: number): BoundedCache<V> {
  // A Map keeps the order of insertion; entries are inserted again when read, so the first key is the least recently used.
  const entries = new Map<string, { value: V; bytes: number }>();
  let bytes = 0;

  const remove = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };

  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set: (key, value, size) => {
      remove(key);
      const totalBytes = size + OVERHEAD_BYTES + key.length * 2;
      if (totalBytes > maxBytes) return;
      entries.set(key, { value, bytes: totalBytes });
      bytes += totalBytes;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    delete: remove,
    get bytes() {
      return bytes;
    },
  };
}
