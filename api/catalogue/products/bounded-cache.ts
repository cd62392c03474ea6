/** Keeps values in memory up to a number of bytes; what was used longest ago goes first. */
export interface BoundedCache<V> {
  get(key: string): V | undefined;
  /** `bytes` is what the value weighs, as nearly as the caller can tell. A value heavier than the whole cache is not kept. */
  set(key: string, value: V, bytes: number): void;
  delete(key: string): void;
  readonly bytes: number;
}

/** What an entry costs beside its value: key, map slot, bookkeeping. */
const OVERHEAD_BYTES = 200;

export function createBoundedCache<V>(mostBytes: number): BoundedCache<V> {
  // A Map remembers the order of insertion; what is read is inserted again, so the first key is the one longest unused.
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
    set: (key, value, weight) => {
      remove(key);
      const whole = weight + OVERHEAD_BYTES + key.length * 2;
      if (whole > mostBytes) return;
      entries.set(key, { value, bytes: whole });
      bytes += whole;
      for (const oldest of entries.keys()) {
        if (bytes <= mostBytes) break;
        remove(oldest);
      }
    },
    delete: remove,
    get bytes() {
      return bytes;
    },
  };
}
