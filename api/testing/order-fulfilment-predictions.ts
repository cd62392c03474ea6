import { advance } from './order-advance.ts';
import { cardMinorOf } from './order-amounts.ts';
import { settleCard } from './order-card-refunds.ts';
import { undecoratedOf } from './order-designs.ts';
import {
  cancelOf,
  type ModelLine,
  type ModelOrder,
  type ModelShipment,
  type OrderModel,
  type Prediction,
  pendingOf,
  peopleOf,
  refused,
  send,
  sumOf,
  unpackedOf,
} from './order-model.ts';

// What the warehouse's steps should do, according to the model.

/** Pieces of a line in a parcel. */
export interface PackedPieces {
  order: ModelOrder;
  line: ModelLine;
  quantity: number;
}

/** Whether the warehouse may send pieces of an order. */
export const isShippable = ({ released, status }: ModelOrder) =>
  released !== null && (status === 'Pending' || status === 'Processing');

/** The lines that wait for pieces of a size, those of the orders released first before others. A day that is promised instead does not change their places. */
const queueFor = ({ orders }: OrderModel, size: number): ModelLine[] =>
  orders
    .filter(isShippable)
    .toSorted((a, b) => (a.released as number) - (b.released as number))
    .flatMap(({ lines }) => lines.filter((line) => line.size === size && pendingOf(line) > 0));

/** Pieces of a size that wait to be collected. */
const packedIn = (model: OrderModel, size: number) => sumOf(queueFor(model, size), ({ packed }) => packed);

/** Pieces of a line that can be picked now: those on hand go to the lines in the order of the queue. */
export function readyOf(model: OrderModel, order: ModelOrder, line: ModelLine): number {
  if (!isShippable(order)) return 0;
  let left = (model.onHand[line.size] as number) - packedIn(model, line.size);
  for (const each of queueFor(model, line.size)) {
    const ready = Math.max(0, Math.min(left, unpackedOf(each)));
    if (each === line) return ready;
    left -= unpackedOf(each);
  }
  return 0;
}

/** Sending parcels. `ids` are those of the shipments, one for each order in each parcel, in this order. */
export function predictShipping(model: OrderModel, parcels: readonly PackedPieces[][], ids: () => number[]): Prediction {
  const packed = parcels.flat();
  const orders = [...new Set(packed.map(({ order }) => order))].toSorted((a, b) => a.id - b.id);
  if (orders.some(({ released }) => released === null)) return refused(404, 'orderItem');
  if (orders.some((order) => !isShippable(order))) return refused(409, 'order');
  if (orders.some(({ isCollected }) => isCollected)) return refused(422, 'order');
  const wanted = new Map<ModelLine, number>();
  for (const [index, pieces] of parcels.entries())
    for (const [at, { line, quantity }] of pieces.entries()) {
      wanted.set(line, (wanted.get(line) ?? 0) + quantity);
      if ((wanted.get(line) as number) > pendingOf(line)) return refused(422, `parcels[${index}].items[${at}].quantity`);
      if (pendingOf(line) - (wanted.get(line) as number) < undecoratedOf(line))
        return refused(409, `parcels[${index}].items[${at}].quantity`);
    }
  const sizes = new Set(packed.map(({ line }) => line.size));
  for (const size of sizes) {
    const pieces = sumOf([...wanted], ([line, quantity]) => (line.size === size ? quantity : 0));
    const left = (model.onHand[size] as number) - pieces;
    if (left < 0) return refused(409, 'stock');
    // What is left on hand must be enough for the lines before the last one that gets pieces.
    const queue = queueFor(model, size);
    const last = Math.max(...[...wanted.keys()].map((line) => queue.indexOf(line)));
    const before = sumOf(queue.slice(0, last), (line) => unpackedOf(line) - (wanted.get(line) ?? 0));
    if (left < before + packedIn(model, size)) return refused(409, 'stock');
  }
  return { status: 200, apply: () => ship(model, parcels, orders, ids()) };
}

function ship(
  model: OrderModel,
  parcels: readonly PackedPieces[][],
  orders: readonly ModelOrder[],
  ids: readonly number[],
): void {
  const shipments = parcels.flatMap((pieces) =>
    orders.flatMap((order): ModelShipment[] => {
      const own = pieces.filter((each) => each.order === order);
      const lines = order.lines.filter((line) => own.some((each) => each.line === line));
      const sent = lines.map((line) => ({ line, quantity: sumOf(own, (each) => (each.line === line ? each.quantity : 0)) }));
      return own.length === 0 ? [] : [{ id: 0, order, pieces: sent, sentOn: model.day, deliveredOn: null, isBilled: false }];
    }),
  );
  for (const [index, shipment] of shipments.entries()) shipment.id = ids[index] ?? 0;
  model.shipments.push(...shipments);
  for (const { line, quantity } of shipments.flatMap(({ pieces }) => pieces)) {
    line.shipped += quantity;
    (model.onHand[line.size] as number) -= quantity;
  }
  for (const order of orders) {
    pick(order);
    for (const shipment of shipments) if (shipment.order === order) order.events.push('shipped');
    advance(model, order);
    const sent = shipments.filter((each) => each.order === order).flatMap((each) => each.pieces.map(({ line }) => line));
    send(model, 'order-shipped', order, ...peopleOf(order, sent));
  }
}

/** Why an order cannot be made ready or handed over; undefined when it can. */
function refuseCollecting(order: ModelOrder): Prediction | undefined {
  if (!isShippable(order)) return refused(409, 'order');
  return order.isCollected ? undefined : refused(422, 'order');
}

/** Pieces of orders are made ready to collect. */
export function predictReady(model: OrderModel, pieces: readonly PackedPieces[]): Prediction {
  const orders = [...new Set(pieces.map(({ order }) => order))].toSorted((a, b) => a.id - b.id);
  if (orders.some(({ released }) => released === null)) return refused(404, 'orderItem');
  for (const order of orders) {
    const refusal = refuseCollecting(order);
    if (refusal) return refusal;
  }
  const wanted = new Map<ModelLine, number>();
  for (const [index, { line, quantity }] of pieces.entries()) {
    wanted.set(line, (wanted.get(line) ?? 0) + quantity);
    if ((wanted.get(line) as number) > unpackedOf(line)) return refused(422, `items[${index}].quantity`);
  }
  for (const { line } of pieces) {
    if (unpackedOf(line) - (wanted.get(line) as number) >= undecoratedOf(line)) continue;
    return refused(409, `items[${pieces.findLastIndex((each) => each.line === line)}].quantity`);
  }
  for (const size of new Set(pieces.map(({ line }) => line.size))) {
    const more = sumOf([...wanted], ([line, quantity]) => (line.size === size ? quantity : 0));
    const left = (model.onHand[size] as number) - packedIn(model, size) - more;
    const queue = queueFor(model, size);
    const last = Math.max(...[...wanted.keys()].map((line) => queue.indexOf(line)));
    if (left < sumOf(queue.slice(0, last), (line) => unpackedOf(line) - (wanted.get(line) ?? 0))) return refused(409, 'stock');
  }
  return {
    status: 200,
    apply: () => {
      for (const [line, quantity] of wanted) line.packed += quantity;
      for (const order of orders) {
        pick(order);
        order.events.push('ready_to_collect');
        const ready = [...wanted.keys()].filter((line) => order.lines.includes(line));
        send(model, 'order-ready-to-collect', order, ...peopleOf(order, ready));
      }
    },
  };
}

/** Pieces of a line that is ready are handed over, or all of the order where no number is given. `id` is that of the shipment. */
export function predictHandover(
  model: OrderModel,
  order: ModelOrder,
  some: { line: ModelLine; quantity: number } | undefined,
  id: () => number,
): Prediction {
  if (order.released === null) return refused(404, 'order');
  const refusal = refuseCollecting(order);
  if (refusal) return refusal;
  if (order.lines.every(({ packed }) => packed === 0)) return refused(409, 'order');
  if (some && some.quantity > some.line.packed) return refused(422, 'items[0].quantity');
  return {
    status: 200,
    apply: () => {
      const pieces = some
        ? [some]
        : order.lines.filter(({ packed }) => packed > 0).map((line) => ({ line, quantity: line.packed }));
      model.shipments.push({ id: id(), order, pieces, sentOn: model.day, deliveredOn: model.day, isBilled: false });
      for (const { line, quantity } of pieces) {
        line.packed -= quantity;
        line.shipped += quantity;
        (model.onHand[line.size] as number) -= quantity;
      }
      order.events.push('handed_over', 'shipped', 'delivered');
      advance(model, order);
    },
  };
}

/** Picking of an order starts. */
export function pick(order: ModelOrder): void {
  if (order.isPicked) return;
  Object.assign(order, { isPicked: true, status: 'Processing' });
  order.events.push('picking_started');
}

/** The warehouse starts to pick; repeating it changes nothing. */
export function predictPicking(order: ModelOrder): Prediction {
  if (order.released === null) return refused(404, 'order');
  if (!isShippable(order)) return refused(409, 'order');
  return { status: 200, apply: () => pick(order) };
}

/** The supplier cancels pieces of a line. */
export function predictOperatorCancellation(model: OrderModel, order: ModelOrder, line: ModelLine, quantity: number): Prediction {
  if (order.released === null) return refused(404, 'order');
  if (!isShippable(order)) return refused(409, 'order');
  if (quantity > pendingOf(line)) return refused(422, 'items[0].quantity');
  if (line.isBegun) return refused(409, 'decoration');
  return {
    status: 200,
    apply: () => {
      const before = cardMinorOf(order);
      cancelOf(line, quantity);
      line.cancelledBySupplier += quantity;
      const isCancelled = advance(model, order);
      settleCard(order, before);
      order.events.push(isCancelled ? 'cancelled' : 'lines_cancelled');
      send(model, isCancelled ? 'order-cancelled' : 'order-changed', order, ...peopleOf(order, [line]));
    },
  };
}

/** The supplier promises a line for another day, in days from today. */
export function predictMovedDate(model: OrderModel, order: ModelOrder, line: ModelLine, due: number): Prediction {
  if (order.released === null) return refused(404, 'order');
  if (!isShippable(order)) return refused(409, 'order');
  if (pendingOf(line) === 0) return refused(422, 'items[0].id');
  if (due < 0) return refused(422, 'items[0].dueOn');
  return {
    status: 200,
    apply: () => {
      if (line.due === due) return;
      line.due = due;
      order.events.push('date_moved');
      send(model, 'order-date-moved', order, ...peopleOf(order, [line]));
    },
  };
}

/** A parcel arrives, with the pieces of all orders in it. */
export function predictDelivery(model: OrderModel, parcel: readonly ModelShipment[], isInFuture: boolean): Prediction {
  if (isInFuture) return refused(422, 'deliveredOnUtc');
  return {
    status: 200,
    apply: () => {
      for (const shipment of parcel) {
        if (shipment.deliveredOn !== null) continue;
        shipment.deliveredOn = model.day;
        shipment.order.events.push('delivered');
        advance(model, shipment.order);
      }
    },
  };
}
