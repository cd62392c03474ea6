import type { BodyOf } from '#contract/index.ts';
import type { PackLine, PackOrder } from '../pack-order.ts';
import type { Bag } from './bags.ts';
import { getBagKey } from './bags.ts';

/** Steps that can be undone. */
const MAX_STEPS = 50;

/** Pieces that were put into a bag, or with a negative quantity taken out. */
export interface PackingStep {
  lineId: number;
  quantity: number;
  /** Milliseconds since 1 January 1970 UTC. */
  at: number;
}

/** What this device knows of the packing of one order. */
export interface OrderPacking {
  /** Pieces in the bags, by line. */
  packed: Readonly<Record<number, number>>;
  /** Keys of the bags that were closed. */
  closed: readonly string[];
  steps: readonly PackingStep[];
  /** What had been shipped and cancelled of each line when the order was last read. */
  seen: Readonly<Record<number, { shipped: number; cancelled: number }>>;
}

/** The packing of orders, by order number. Nothing here leaves the device until it is shipped. */
export type PackingState = Readonly<Record<number, OrderPacking>>;

export const emptyPacking: OrderPacking = { packed: {}, closed: [], steps: [], seen: {} };

const getOrder = (state: PackingState, orderId: number) => state[orderId] ?? emptyPacking;

/** Pieces of a line that are in its bag. */
export const getPacked = (state: PackingState, { id, orderId }: Pick<PackLine, 'id' | 'orderId'>): number =>
  getOrder(state, orderId).packed[id] ?? 0;

/** Whether a bag is closed, with all its orders. */
export const isClosed = (state: PackingState, { key, orderIds }: Bag): boolean =>
  orderIds.every((orderId) => getOrder(state, orderId).closed.includes(key));

export interface BagProgress {
  packed: number;
  pending: number;
  /** Pieces on hand that are not in the bag. */
  toScan: number;
  /** Pieces that are not on hand. */
  late: number;
}

/** How far a bag is. */
export function getProgress(state: PackingState, bag: Bag): BagProgress {
  const sum = (count: (line: PackLine) => number) => bag.lines.reduce((total, line) => total + count(line), 0);
  return {
    packed: sum((line) => getPacked(state, line)),
    pending: sum(({ pendingQuantity }) => pendingQuantity),
    toScan: sum((line) => Math.max(0, line.readyQuantity - getPacked(state, line))),
    late: sum(({ pendingQuantity, readyQuantity }) => pendingQuantity - readyQuantity),
  };
}

/** Puts pieces of a line into its bag, or takes them out. The result is between 0 and what is on hand. */
export function addPieces(state: PackingState, line: PackLine, quantity: number, at: number): PackingState {
  const order = getOrder(state, line.orderId);
  const before = order.packed[line.id] ?? 0;
  const after = Math.min(line.readyQuantity, Math.max(0, before + quantity));
  if (after === before) return state;
  return {
    ...state,
    [line.orderId]: {
      ...order,
      packed: { ...order.packed, [line.id]: after },
      steps: [...order.steps, { lineId: line.id, quantity: after - before, at }].slice(-MAX_STEPS),
    },
  };
}

/** The latest step, with its order; undefined when there is none. */
export function findLastStep(state: PackingState): { orderId: number; step: PackingStep } | undefined {
  return Object.entries(state)
    .flatMap(([orderId, { steps }]) => {
      const step = steps.at(-1);
      return step ? [{ orderId: Number(orderId), step }] : [];
    })
    .toSorted((one, other) => other.step.at - one.step.at)[0];
}

/** The state before the latest step. */
export function undoStep(state: PackingState): PackingState {
  const last = findLastStep(state);
  if (!last) return state;
  const order = getOrder(state, last.orderId);
  const { lineId, quantity } = last.step;
  return {
    ...state,
    [last.orderId]: {
      ...order,
      packed: { ...order.packed, [lineId]: Math.max(0, (order.packed[lineId] ?? 0) - quantity) },
      steps: order.steps.slice(0, -1),
    },
  };
}

/** Closes a bag, or opens it again. */
export function setClosed(state: PackingState, bag: Bag, closed: boolean): PackingState {
  const changed = bag.orderIds.map((orderId) => {
    const order = getOrder(state, orderId);
    const others = order.closed.filter((key) => key !== bag.key);
    return [orderId, { ...order, closed: closed ? [...others, bag.key] : others }] as const;
  });
  return { ...state, ...Object.fromEntries(changed) };
}

/** The parcels that ship bags: what is in them. */
export const toParcelItems = (
  state: PackingState,
  bag: Bag,
): BodyOf<'POST /api/operator/shipments'>['parcels'][number]['items'] =>
  bag.lines
    .filter((line) => getPacked(state, line) > 0)
    .map((line) => ({ orderItemId: line.id, quantity: getPacked(state, line) }));

/** The state after bags were shipped: they are empty and open, and the shipment does not count as that of someone else. */
export function removeShipped(
  state: PackingState,
  items: readonly { orderItemId: number; quantity: number }[],
  bagKeys: readonly string[],
): PackingState {
  const sent = new Map(items.map(({ orderItemId, quantity }) => [orderItemId, quantity]));
  const clean = ({ packed, closed, steps, seen }: OrderPacking): OrderPacking => ({
    packed: Object.fromEntries(Object.entries(packed).filter(([id]) => !sent.has(Number(id)))),
    closed: closed.filter((key) => !bagKeys.includes(key)),
    steps: steps.filter(({ lineId }) => !sent.has(lineId)),
    seen: Object.fromEntries(
      Object.entries(seen).map(([id, each]) => [id, { ...each, shipped: each.shipped + (sent.get(Number(id)) ?? 0) }]),
    ),
  });
  return Object.fromEntries(Object.entries(state).map(([orderId, order]) => [orderId, clean(order)]));
}

/** What happened to a line on the server while it was being packed here. */
export interface OutsideChange {
  line: PackLine;
  bagKey: string;
  shipped: number;
  cancelled: number;
  /** Pieces that must be taken out of the bag again. */
  surplus: number;
}

/**
 * Sets what was scanned against the orders as they are now: pieces that can no longer be shipped leave their bag, which opens again. Returns the same
 * state when nothing has changed.
 */
export function reconcile(state: PackingState, orders: readonly PackOrder[]): { state: PackingState; changes: OutsideChange[] } {
  const changes: OutsideChange[] = [];
  const next: Record<number, OrderPacking> = { ...state };
  let isChanged = false;
  for (const order of orders) {
    const before = getOrder(state, order.id);
    const packed = { ...before.packed };
    const reopened = new Set<string>();
    for (const each of order.lines) {
      const line: PackLine = { ...each, orderId: order.id };
      const seen = before.seen[line.id] ?? { shipped: line.shippedQuantity, cancelled: line.cancelledQuantity };
      const surplus = Math.max(0, (packed[line.id] ?? 0) - line.readyQuantity);
      const change = {
        line,
        bagKey: getBagKey(order, line),
        shipped: line.shippedQuantity - seen.shipped,
        cancelled: line.cancelledQuantity - seen.cancelled,
        surplus,
      };
      if (surplus > 0) {
        packed[line.id] = line.readyQuantity;
        reopened.add(change.bagKey);
      }
      if (surplus > 0 || change.shipped > 0 || change.cancelled > 0) changes.push(change);
    }
    // Neither ever falls: an order that was read before one's own shipment shows less than what has been seen.
    const seen = Object.fromEntries(
      order.lines.map(({ id, shippedQuantity, cancelledQuantity }) => [
        id,
        {
          shipped: Math.max(shippedQuantity, before.seen[id]?.shipped ?? 0),
          cancelled: Math.max(cancelledQuantity, before.seen[id]?.cancelled ?? 0),
        },
      ]),
    );
    const known = new Set(order.lines.map(({ id }) => id));
    for (const id of Object.keys(packed).map(Number)) if (!known.has(id)) delete packed[id];
    const after: OrderPacking = {
      packed,
      closed: before.closed.filter((key) => !reopened.has(key)),
      steps: before.steps.filter(({ lineId }) => known.has(lineId) && packed[lineId] === before.packed[lineId]),
      seen,
    };
    if (JSON.stringify(after) === JSON.stringify(before)) continue;
    next[order.id] = after;
    isChanged = true;
  }
  return { state: isChanged ? next : state, changes };
}
