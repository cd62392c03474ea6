import type { Random } from './random.ts';

/** What became of an order by today. */
export interface Fate {
  order: 10 | 20 | 30 | 40 | 50 | 60;
  payment: 10 | 20 | 30 | 35 | 40 | 50;
  shipping: 10 | 20 | 25 | 30 | 40;
}

const awaiting: Fate = { order: 50, payment: 10, shipping: 20 };
const rejected: Fate = { order: 60, payment: 50, shipping: 20 };
const cancelled: Fate = { order: 40, payment: 50, shipping: 20 };
const pending: Fate = { order: 10, payment: 10, shipping: 20 };
const processing: Fate = { order: 20, payment: 20, shipping: 20 };
const partlyShipped: Fate = { order: 20, payment: 20, shipping: 25 };
const shipped: Fate = { order: 20, payment: 20, shipping: 30 };
/** Delivered, and on the invoice that is not due yet. */
const delivered: Fate = { order: 20, payment: 20, shipping: 40 };
const complete: Fate = { order: 30, payment: 30, shipping: 40 };
const partlyRefunded: Fate = { order: 30, payment: 35, shipping: 40 };
const refunded: Fate = { order: 30, payment: 40, shipping: 40 };
/** Fetched from the depot: nothing to ship. */
const collected: Fate = { order: 30, payment: 30, shipping: 10 };

/** The usual course of an order of this age in days; one that needs approval may still wait for it, or have been refused. */
export function decideFate(age: number, needsApproval: boolean, random: Random): Fate {
  if (needsApproval) {
    const waits = age < 3 ? 0.85 : age < 8 ? 0.4 : age < 20 ? 0.1 : 0;
    if (random.chance(waits)) return awaiting;
    if (random.chance(0.07)) return rejected;
  }
  if (age < 2)
    return random.weighted([
      [pending, 55],
      [processing, 38],
      [cancelled, 7],
    ]);
  if (age < 5)
    return random.weighted([
      [processing, 42],
      [shipped, 32],
      [partlyShipped, 16],
      [pending, 5],
      [cancelled, 5],
    ]);
  if (age < 12)
    return random.weighted([
      [shipped, 22],
      [delivered, 56],
      [partlyShipped, 12],
      [processing, 5],
      [cancelled, 5],
    ]);
  if (age < 40)
    return random.weighted([
      [delivered, 52],
      [complete, 38],
      [partlyShipped, 3],
      [cancelled, 4],
      [collected, 2],
      [partlyRefunded, 1],
    ]);
  return random.weighted([
    [complete, 875],
    [cancelled, 45],
    [collected, 25],
    [partlyRefunded, 30],
    [refunded, 12],
    [delivered, 8],
    [partlyShipped, 5],
  ]);
}

export const isOff = ({ order }: Fate) => order === 40 || order === 60;
export const leftTheWarehouse = ({ order, shipping }: Fate) => shipping >= 25 || (shipping === 10 && order === 30);
