import { sql } from 'kysely';
import { canChoose, checkOrder, choose, command, expectEqual, follow, newKey, type OrderCommand } from './order-command.ts';
import { packableOf, undecoratedOf } from './order-designs.ts';
import type { OrderFixture } from './order-fixture.ts';
import {
  isShippable,
  type PackedPieces,
  predictDelivery,
  predictHandover,
  predictMovedDate,
  predictOperatorCancellation,
  predictPicking,
  predictReady,
  predictShipping,
  readyOf,
} from './order-fulfilment-predictions.ts';
import {
  type ModelLine,
  type ModelOrder,
  type ModelShipment,
  type OrderModel,
  pendingOf,
  productOf,
  SIZES,
  unpackedOf,
} from './order-model.ts';
import { uniqueText } from './unique-text.ts';

// Commands of the warehouse: picking, shipping, cancelling, promising, delivering, and receiving stock.

const hasPending = (order: ModelOrder) => isShippable(order) && order.lines.some((line) => pendingOf(line) > 0);
const hasOrders = ({ orders }: OrderModel) => orders.length > 0;

/** A line of an order, those with pending pieces more often. */
const chooseLine = (order: ModelOrder, chosen: number) => choose(order.lines, chosen, (line) => pendingOf(line) > 0);

/** Compares what the warehouse sees of an order: pieces that are pending and ready, and until when the others are promised. */
export async function checkAtWarehouse(model: OrderModel, { operator, today }: OrderFixture, order: ModelOrder): Promise<void> {
  const { status, body } = await operator.get<'GET /api/operator/orders/:id'>(`/api/operator/orders/${order.id}`);
  expectEqual(`order ${order.id} at the warehouse`, status, order.released === null ? 404 : 200);
  if (status !== 200) return;
  expectEqual(
    `what can be picked of order ${order.id}`,
    body.orders[0]?.lines
      .toSorted((a, b) => a.id - b.id)
      .map(({ pendingQuantity, readyQuantity, dueOn }) => [pendingQuantity, readyQuantity, dueOn]),
    order.lines.map((line) => {
      const [pending, ready] = [pendingOf(line), readyOf(model, order, line)];
      return [pending, ready, isShippable(order) && ready < unpackedOf(line) && line.due !== null ? today(line.due) : null];
    }),
  );
}

/** Picking starts. */
export const startPicking = (chosen: number): OrderCommand =>
  command(
    `picking starts (order ${chosen})`,
    async (model, fixture) => {
      const order = model.orders[chosen % model.orders.length] as ModelOrder;
      const response = await fixture.operator.post(`/api/operator/orders/${order.id}/picking`, {}, newKey());
      follow(fixture, 'start picking', response, predictPicking(order));
      await checkOrder(model, fixture, order);
      await checkAtWarehouse(model, fixture, order);
    },
    hasOrders,
  );

/** What goes into a parcel: pieces of a line, all that can be picked now unless a quantity is given. */
export interface Packing {
  order: number;
  line: number;
  quantity: number | undefined;
}

/** Ships parcels, with pieces of one or several orders each. */
export const ship = (parcels: readonly Packing[][]): OrderCommand =>
  command(
    `ship ${parcels.map((pieces) => pieces.map(({ order, line, quantity }) => `${quantity ?? 'what is ready'} of line ${line} of order ${order}`).join(' and ')).join(', apart from it ')}`,
    async (model, fixture) => {
      const lines = new Set<ModelLine>();
      const packed = parcels
        .map((pieces) =>
          pieces.flatMap((piece): PackedPieces[] => {
            const order = choose(model.orders, piece.order, hasPending);
            const line = chooseLine(order, piece.line);
            // What is ready is packed once.
            if (piece.quantity === undefined && lines.has(line)) return [];
            lines.add(line);
            return [
              { order, line, quantity: piece.quantity ?? Math.max(1, Math.min(readyOf(model, order, line), packableOf(line))) },
            ];
          }),
        )
        .filter((pieces) => pieces.length > 0);
      const body = packed.map((pieces, index) => ({
        carrier: 'Northline Parcels',
        trackingNumber: `NL${index}`,
        trackingUrl: 'https://track.northline.example/parcel/NL1',
        items: pieces.map(({ line, quantity }) => ({ orderItemId: line.id, quantity })),
      }));
      let ids: number[] = [];
      const prediction = predictShipping(model, packed, () => ids);
      const response = await fixture.operator.post<'POST /api/operator/shipments'>(
        '/api/operator/shipments',
        { parcels: body },
        newKey(),
      );
      if (response.status === 200) ids = response.body.shipments.map(({ id }) => id).toSorted((a, b) => a - b);
      follow(fixture, 'ship', response, prediction);
      for (const order of new Set(packed.flat().map((piece) => piece.order))) {
        await checkOrder(model, fixture, order);
        await checkAtWarehouse(model, fixture, order);
      }
    },
    ({ orders }) => canChoose(orders, parcels[0]?.[0]?.order ?? 0, hasPending),
  );

/** Two operators ship the same pieces of a line at the same moment: the second is told that nothing is pending any more. */
export const shipAtOnce = (chosen: number): OrderCommand => {
  const isReady = (model: OrderModel) => (order: ModelOrder) =>
    !order.isCollected && order.lines.some((line) => isWholeReady(model, order, line));
  return command(
    `two operators ship the same (order ${chosen})`,
    async (model, fixture) => {
      const order = choose(model.orders.filter(isReady(model)), chosen);
      const line = order.lines.find((each) => isWholeReady(model, order, each)) as ModelLine;
      const quantity = pendingOf(line);
      let ids: number[] = [];
      const prediction = predictShipping(model, [[{ order, line, quantity }]], () => ids);
      const parcels = [{ items: [{ orderItemId: line.id, quantity }] }];
      const responses = await Promise.all(
        [fixture.operator, fixture.operator].map((operator) =>
          operator.post<'POST /api/operator/shipments'>('/api/operator/shipments', { parcels }, newKey()),
        ),
      );
      const [first, second] = responses.toSorted((a, b) => a.status - b.status) as [
        (typeof responses)[number],
        (typeof responses)[number],
      ];
      if (first.status === 200) ids = first.body.shipments.map(({ id }) => id);
      follow(fixture, 'ship at once', first, prediction);
      follow(
        fixture,
        'ship at once',
        second,
        predictShipping(model, [[{ order, line, quantity }]], () => []),
      );
      await checkOrder(model, fixture, order);
    },
    (model) => model.orders.some(isReady(model)),
  );
};

const isWholeReady = (model: OrderModel, order: ModelOrder, line: ModelLine) =>
  pendingOf(line) > 0 && readyOf(model, order, line) === pendingOf(line) && undecoratedOf(line) === 0;

const toCollect = (order: ModelOrder) => order.isCollected && hasPending(order);

/** Makes pieces of orders ready to collect. */
export const makeReady = (packing: readonly Packing[]): OrderCommand =>
  command(
    `make ready ${packing.map(({ order, line, quantity }) => `${quantity ?? 'what can be picked'} of line ${line} of order ${order}`).join(' and ')}`,
    async (model, fixture) => {
      const lines = new Set<ModelLine>();
      const pieces = packing.flatMap((piece): PackedPieces[] => {
        const order = choose(model.orders, piece.order, toCollect);
        const line = choose(order.lines, piece.line, (each) => unpackedOf(each) > 0);
        if (piece.quantity === undefined && lines.has(line)) return [];
        lines.add(line);
        return [
          { order, line, quantity: piece.quantity ?? Math.max(1, Math.min(readyOf(model, order, line), packableOf(line))) },
        ];
      });
      const prediction = predictReady(model, pieces);
      const items = pieces.map(({ line, quantity }) => ({ orderItemId: line.id, quantity }));
      follow(fixture, 'make ready', await fixture.operator.post('/api/operator/readytocollect', { items }, newKey()), prediction);
      for (const order of new Set(pieces.map((piece) => piece.order))) {
        await checkOrder(model, fixture, order);
        await checkAtWarehouse(model, fixture, order);
      }
    },
    ({ orders }) => canChoose(orders, packing[0]?.order ?? 0, toCollect),
  );

const isReadyToCollect = ({ lines }: ModelOrder) => lines.some(({ packed }) => packed > 0);

/** Hands over what is ready of an order, or some pieces of a line. */
export const handOver = ({ order: chosen, line: chosenLine, quantity }: Packing): OrderCommand =>
  command(
    `hand over ${quantity ?? 'all'} (line ${chosenLine} of order ${chosen})`,
    async (model, fixture) => {
      const order = choose(model.orders, chosen, isReadyToCollect);
      const line = choose(order.lines, chosenLine, ({ packed }) => packed > 0);
      const some = quantity === undefined ? undefined : { line, quantity };
      let id = 0;
      const prediction = predictHandover(model, order, some, () => id);
      const response = await fixture.operator.post<'POST /api/operator/orders/:id/handover'>(
        `/api/operator/orders/${order.id}/handover`,
        { collectedBy: 'Ann Ash', ...(some && { items: [{ orderItemId: line.id, quantity }] }) },
        newKey(),
      );
      if (response.status === 200) id = response.body.shipments[0]?.id ?? 0;
      follow(fixture, 'hand over', response, prediction);
      await checkOrder(model, fixture, order);
      await checkAtWarehouse(model, fixture, order);
    },
    ({ orders }) => canChoose(orders, chosen, isReadyToCollect),
  );

/** A command of an operator about a line of an order. */
const aboutLine = (
  text: string,
  { order: chosen, line: chosenLine }: { order: number; line: number },
  run: (model: OrderModel, fixture: OrderFixture, order: ModelOrder, line: ModelOrder['lines'][number]) => Promise<void>,
): OrderCommand =>
  command(
    `${text} (line ${chosenLine} of order ${chosen})`,
    async (model, fixture) => {
      const order = choose(model.orders, chosen, hasPending);
      await run(model, fixture, order, chooseLine(order, chosenLine));
      await checkOrder(model, fixture, order);
      await checkAtWarehouse(model, fixture, order);
    },
    ({ orders }) => canChoose(orders, chosen, hasPending),
  );

/** Cancels pieces for the supplier; all that are pending when no quantity is given. */
export const cancelForSupplier = (at: { order: number; line: number }, quantity: number | undefined): OrderCommand =>
  aboutLine(`the supplier cancels ${quantity ?? 'all'}`, at, async (model, fixture, order, line) => {
    const pieces = quantity ?? Math.max(1, pendingOf(line));
    const prediction = predictOperatorCancellation(model, order, line, pieces);
    const response = await fixture.operator.post(
      `/api/operator/orders/${order.id}/lines/cancel`,
      { items: [{ id: line.id, quantity: pieces }], reason: 'The mill has closed.' },
      newKey(),
    );
    follow(fixture, 'cancel for the supplier', response, prediction);
  });

/** Promises a line for another day, in days from today. */
export const moveDate = (at: { order: number; line: number }, due: number): OrderCommand =>
  aboutLine(`promise it in ${due} days`, at, async (model, fixture, order, line) => {
    const prediction = predictMovedDate(model, order, line, due);
    const response = await fixture.operator.put(
      `/api/operator/orders/${order.id}/lines/due`,
      { items: [{ id: line.id, dueOn: fixture.today(due) }], reason: 'The mill is late.' },
      newKey(),
    );
    follow(fixture, 'move a date', response, prediction);
  });

/** Pieces arrive at the warehouse; `isRepeated`: the same delivery is recorded twice. */
export const receiveStock = (size: number, quantity: number, isRepeated = false): OrderCommand =>
  command(`${quantity} × ${SIZES[size as 0].name} arrive${isRepeated ? ', recorded twice' : ''}`, async (model, fixture) => {
    const { garments, operator } = fixture;
    const code = garments[productOf(size)].combinations[SIZES[size as 0].combination]?.sku;
    const body = { reference: `Delivery ${uniqueText()}`, items: [{ code, quantity }] };
    for (let times = isRepeated ? 2 : 1; times > 0; times -= 1)
      follow(fixture, 'receive stock', await operator.post('/api/operator/stock/receipts', body), { status: 200 });
    (model.onHand[size] as number) += quantity;
  });

const isOnTheWay = ({ deliveredOn }: ModelShipment) => deliveredOn === null;

/** A parcel is delivered, or said to be delivered tomorrow. */
export const deliver = (chosen: number, isInFuture = false): OrderCommand =>
  command(
    `deliver parcel ${chosen}${isInFuture ? ' tomorrow' : ''}`,
    async (model, fixture) => {
      const { id } = choose(model.shipments, chosen, isOnTheWay);
      const parcel = await findParcel(model, fixture, id);
      const prediction = predictDelivery(model, parcel, isInFuture);
      const body = isInFuture ? { deliveredOnUtc: `${fixture.today(2)}T00:00:00Z` } : {};
      const response = await fixture.operator.post(`/api/operator/shipments/${id}/delivered`, body, newKey());
      follow(fixture, 'deliver', response, prediction);
      for (const { order } of parcel) await checkOrder(model, fixture, order);
    },
    ({ shipments }) => canChoose(shipments, chosen, isOnTheWay),
  );

/** The shipments in the parcel of a shipment. */
async function findParcel({ shipments }: OrderModel, { portal: { db } }: OrderFixture, id: number) {
  const { rows } = await sql<{ id: number }>`
    select id from shipment where organisation_id = 1 and coalesce(parcel_id, id) = (
      select coalesce(parcel_id, id) from shipment where organisation_id = 1 and id = ${id}) order by id`.execute(db);
  return shipments.filter((shipment) => rows.some((row) => row.id === shipment.id));
}
