import type { Random } from './random.ts';

/** State of an order today. */
export interface OrderStates {
  order: 10 | 20 | 30 | 40 | 50 | 60;
  payment: 10 | 20 | 30 | 35 | 40 | 50;
  shipping: 10 | 20 | 25 | 30 | 40;
  /** Fetched from the depot; nothing was sent. */
  isCollected?: true;
}

export const awaitingApproval: OrderStates = { order: 50, payment: 10, shipping: 20 };
const rejected: OrderStates = { order: 60, payment: 50, shipping: 20 };
const cancelled: OrderStates = { order: 40, payment: 50, shipping: 20 };
const pending: OrderStates = { order: 10, payment: 10, shipping: 20 };
const processing: OrderStates = { order: 20, payment: 20, shipping: 20 };
const partlyShipped: OrderStates = { order: 20, payment: 20, shipping: 25 };
const shipped: OrderStates = { order: 20, payment: 20, shipping: 30 };
/** Delivered, and on the invoice that is not due yet. */
const delivered: OrderStates = { order: 20, payment: 20, shipping: 40 };
const complete: OrderStates = { order: 30, payment: 30, shipping: 40 };
const partlyRefunded: OrderStates = { order: 30, payment: 35, shipping: 40 };
const refunded: OrderStates = { order: 30, payment: 40, shipping: 40 };
const collected: OrderStates = { ...complete, isCollected: true };
/** Fetched when hand-overs were not noted yet: nothing was to be delivered. */
const collectedLongAgo: OrderStates = { ...collected, shipping: 10 };

/** For how many days hand-overs at the depot have been noted as deliveries. */
const NOTED_DAYS = 180;

/** The usual lifecycle of an order of this age in days; one that needs approval may still be waiting or have been rejected. */
export function drawOrderStates(age: number, needsApproval: boolean, random: Random): OrderStates {
  if (needsApproval) {
    const waits = age < 3 ? 0.85 : age < 8 ? 0.4 : age < 20 ? 0.1 : 0;
    if (random.chance(waits)) return awaitingApproval;
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
    [age < NOTED_DAYS ? collected : collectedLongAgo, 25],
    [partlyRefunded, 30],
    [refunded, 12],
    [delivered, 8],
    [partlyShipped, 5],
  ]);
}

/** The states of an order of this age in days that went as planned. */
export function getUndisturbedStates(age: number): OrderStates {
  if (age < 2) return pending;
  if (age < 5) return processing;
  if (age < 12) return shipped;
  return age < 40 ? delivered : complete;
}

export const isCancelled = ({ order }: OrderStates) => order === 40 || order === 60;
export const hasLeftWarehouse = ({ shipping, isCollected }: OrderStates) => shipping >= 25 || isCollected === true;
