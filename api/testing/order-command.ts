import { randomUUID } from 'node:crypto';
import type fc from 'fast-check';
import { accountMinorOf, amountsOf, cardMinorOf } from './order-amounts.ts';
import { paymentStateOf } from './order-card-predictions.ts';
import { setUpsOf } from './order-designs.ts';
import { combinationOf, listTexts, type OrderFixture } from './order-fixture.ts';
import { isChangeable, type ModelOrder, type OrderModel, type Prediction, pendingOf, SIZES } from './order-model.ts';
import type { TestResponse } from './portal.ts';

// What the commands of all subjects share: how they run, and how what they get is compared with the model.

export type OrderCommand = fc.AsyncCommand<OrderModel, OrderFixture>;

type Run = (model: OrderModel, fixture: OrderFixture) => Promise<void>;

/** Throws when something is not as the model says. */
export function expectEqual(what: string, actual: unknown, expected: unknown): void {
  const [seen, predicted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (seen !== predicted) throw new Error(`${what}: ${seen} instead of ${predicted}`);
}

/** A step of a sequence; `isPossible` says whether there is anything to do it with. */
export const command = (text: string, run: Run, isPossible: (model: OrderModel) => boolean = () => true): OrderCommand => ({
  check: isPossible,
  toString: () => text,
  run: async (model, fixture) => {
    await fixture.portal.beforeStep?.();
    await run(model, fixture);
  },
});

/** Compares the status of a response with its prediction, and the fields of a refusal where they are predicted; counts it, and lets the model follow. */
export function follow(
  { counts }: OrderFixture,
  name: string,
  { status, errors }: Pick<TestResponse<unknown>, 'status' | 'errors'>,
  { status: predicted, fields, apply }: Prediction,
): void {
  const key = `${name} ${status}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
  expectEqual(`${name} (${JSON.stringify(errors)})`, status, predicted);
  if (fields) expectEqual(`${name}, refused`, Object.keys(errors), fields);
  apply?.();
}

/** A new key for a request that is repeated with it when its answer is lost. */
export const newKey = () => ({ 'idempotency-key': randomUUID() });

/** One of several, those that are likely to lead somewhere more often. Throws when there is none. */
export function choose<T>(all: readonly T[], chosen: number, isLikely: (item: T) => boolean = () => true): T {
  const likely = all.filter(isLikely);
  const from = chosen % 8 === 7 || likely.length === 0 ? all : likely;
  const item = from[Math.floor(chosen / 8) % from.length];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

/** Whether `choose` finds something likely, or is not meant to. */
export const canChoose = <T>(all: readonly T[], chosen: number, isLikely: (item: T) => boolean = () => true): boolean =>
  all.length > 0 && (chosen % 8 === 7 || all.some(isLikely));

const toMinor = (amount: number | null) => amount && Math.round(amount * 100);

/** The order as an administrator reads it: wearers are sent no amounts. Throws when it cannot be read. */
async function readOrder({ callers: { director } }: OrderFixture, id: number) {
  const { body, status } = await director.get<'GET /api/orders/:id'>(`/api/orders/${id}`);
  const [detail] = body.orders ?? [];
  if (!detail) throw new Error(`Order ${id} cannot be read: ${status}`);
  return { ...detail, items: detail.orderItems.toSorted((a, b) => a.id - b.id) };
}

/** What the page of an order says of what a card pays. */
function cardOfPage(order: ModelOrder) {
  const state = paymentStateOf(order);
  if (!order.card || state === null) return { card: null, onAccount: null, refunds: [] };
  const { isAll, refunds } = order.card;
  return {
    card: [state, cardMinorOf(order), isAll],
    onAccount: accountMinorOf(order),
    refunds: refunds.map(({ amount, isDone }) => [amount, isDone ? 'done' : 'due']),
  };
}

/** Compares an order with its model: states, lines and amounts. Lets the model know the ids of its lines. */
export async function checkOrder(model: OrderModel, fixture: OrderFixture, order: ModelOrder): Promise<void> {
  const detail = await readOrder(fixture, order.id);
  const actual = {
    status: detail.orderStatus,
    payment: detail.paymentStatus,
    shipping: detail.shippingStatus,
    isCollected: detail.deliveryKind === 'collected',
    isReady: detail.readyToCollectOnUtc !== null,
    lines: detail.items.map((item) => [
      SIZES.findIndex((_, size) => combinationOf(fixture, size) === item.combinationId),
      item.customerId,
      item.quantity,
      item.shippedQuantity,
      item.cancelledQuantity,
      item.pendingQuantity,
      toMinor(item.unitPriceExclTax),
      item.cancellableQuantity,
      item.readyToCollectQuantity,
      item.dueDateUtc?.slice(0, 10) ?? null,
      item.customisations.map(({ text }) => text),
    ]),
    card: detail.payment && [detail.payment.state, toMinor(detail.payment.amount), detail.payment.isAll],
    onAccount: toMinor(detail.accountTotal),
    refunds: detail.refunds.map(({ amount, state }) => [toMinor(amount), state]),
    charges: detail.charges.map(({ exclTax }) => toMinor(exclTax)),
    amounts: {
      goods: toMinor(detail.totalValue),
      shipped: toMinor(detail.shippedValue),
      cancelled: toMinor(detail.cancelledValue),
      pending: toMinor(detail.pendingValue),
      total: toMinor(detail.orderTotal),
      charged: toMinor(detail.remainingTotal),
      refunded: toMinor(detail.refundedAmount),
    },
  };
  expectEqual(`order ${order.id}`, actual, {
    status: order.status,
    payment: order.payment,
    shipping: order.shipping,
    isCollected: order.isCollected,
    isReady: order.lines.some(({ packed }) => packed > 0),
    lines: order.lines.map((line) => [
      line.size,
      fixture.wearerIds[line.wearer],
      line.quantity,
      line.shipped,
      line.cancelled,
      pendingOf(line),
      line.unit,
      isChangeable(order) ? pendingOf(line) : 0,
      line.packed,
      pendingOf(line) > 0 && line.due !== null ? fixture.today(line.due) : null,
      listTexts(fixture, line.design),
    ]),
    ...cardOfPage(order),
    charges: setUpsOf(order).map(({ net }) => net),
    amounts: amountsOf(model, order),
  });
  for (const [index, { id }] of detail.items.entries()) (order.lines[index] as ModelOrder['lines'][number]).id = id;
}
