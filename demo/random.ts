/** A generator whose numbers depend only on its name, so that every run of the seed writes the same rows. */
export class Random {
  #state: number;

  constructor(name: string) {
    let hash = 0x811c9dc5;
    for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    this.#state = hash;
  }

  /** From 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('There is nothing to pick from.');
    return list[Math.floor(this.next() * list.length)] as T;
  }

  /** Picks an entry at random by weight. */
  weighted<T>(list: readonly (readonly [entry: T, weight: number])[]): T {
    let rest = this.next() * list.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [entry, weight] of list) {
      rest -= weight;
      if (rest < 0) return entry;
    }
    return this.pick(list)[0];
  }

  /** An index near `centre` (0 to 1 of the length), as sizes are sold: many in the middle, few at the ends. */
  index(length: number, centre = 0.42): number {
    const bell = (this.next() + this.next() + this.next()) / 3;
    return Math.min(length - 1, Math.max(0, Math.floor((bell + centre - 0.5) * length)));
  }

  uuid(): string {
    const hex = () =>
      Math.floor(this.next() * 65536)
        .toString(16)
        .padStart(4, '0');
    return `${hex()}${hex()}-${hex()}-4${hex().slice(1)}-${this.pick(['8', '9', 'a', 'b'])}${hex().slice(1)}-${hex()}${hex()}${hex()}`;
  }
}
