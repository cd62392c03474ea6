import { sql } from 'kysely';
import { COLLECT } from './handovers.ts';
import { checkOrder, choose, command, expectEqual, follow, newKey, type OrderCommand } from './order-command.ts';
import { combinationOf, listDesigns, listTexts, type OrderFixture, setPrice, setSoldIn } from './order-fixture.ts';
import {
  type Caller,
  isChangeable,
  type ModelOrder,
  type OrderModel,
  type Prediction,
  type Product,
  pendingOf,
  SIZES,
  type SoldIn,
} from './order-model.ts';
import { type ItemToPlace, predictFilling, predictPlacing } from './order-placing-predictions.ts';
import {
  type DecisionRequest,
  predictCancellation,
  predictChange,
  predictDecision,
  predictReorder,
} from './order-predictions.ts';
import { reorder, undoReorder } from './reorder.ts';

// Commands of people: placing orders, deciding on them, changing and repeating them. Prices that change are here too.

/** Which orders are changed: the one with that number, or mostly those that can still be changed. */
type Among = 'all' | 'changeable';

/** A command about one of the orders, chosen by a number; nothing happens as long as there is none. */
const aboutOrder = (
  text: string,
  chosen: number,
  run: (model: OrderModel, fixture: OrderFixture, order: ModelOrder) => Promise<void>,
  among: Among = 'all',
): OrderCommand => ({
  ...command(`${text} (order ${chosen}${among === 'all' ? '' : ` of those that are ${among}`})`, async (model, fixture) => {
    const order =
      among === 'all' ? (model.orders[chosen % model.orders.length] as ModelOrder) : choose(model.orders, chosen, isChangeable);
    await run(model, fixture, order);
    await checkOrder(model, fixture, order);
  }),
  check: ({ orders }) => orders.length > 0,
});

const lineIdOf = (order: ModelOrder, line: number) => order.lines[line]?.id;

/** Makes one way of delivery the default. */
async function setDefaultDelivery({ portal: { db } }: OrderFixture, name: string): Promise<void> {
  await sql`update shipping_option set is_default = false where organisation_id = 1 and is_default`.execute(db);
  await sql`update shipping_option set is_default = true where organisation_id = 1 and name = ${name}`.execute(db);
}

/** Requests the summary and places what is in the cart. */
export async function placeCart(
  model: OrderModel,
  fixture: OrderFixture,
  by: 'wearer' | 'sales',
  name: string,
  isCollected = false,
): Promise<void> {
  const client = fixture.callers[by];
  const checkout = { ...fixture.choices, ...(isCollected && { shippingOption: { name: COLLECT } }) };
  // Whoever sees no prices is offered the default alone.
  if (isCollected) await setDefaultDelivery(fixture, COLLECT);
  const summary = await client.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { checkout });
  expectEqual('the summary', summary.status, model.cart.length > 0 ? 200 : 400);
  let orderId = 0;
  const response = await client.post<'POST /api/setpaymentform'>(
    '/api/setpaymentform',
    { checkout: {} },
    summary.status === 200 ? { 'idempotency-key': summary.body.checkoutId } : {},
  );
  orderId = response.body.orderId ?? 0;
  if (isCollected) await setDefaultDelivery(fixture, 'Standard delivery');
  const prediction = predictPlacing(model, by, () => orderId, isCollected);
  follow(fixture, name, response, prediction);
  const order = model.orders.find(({ id }) => id === orderId);
  if (order) await checkOrder(model, fixture, order);
}

/** Removes what is in the cart. */
export async function emptyCart(model: OrderModel, { portal, wearer }: OrderFixture): Promise<void> {
  await sql`
    delete from cart_line where organisation_id = 1
      and cart_id in (select id from cart where organisation_id = 1 and customer_id = ${wearer.customerId})`.execute(portal.db);
  model.cart = [];
}

/** Places an order of these sizes. What was in the cart is removed before. */
export const place = (
  by: 'wearer' | 'sales',
  items: readonly ItemToPlace[],
  hasReason = true,
  isCollected = false,
): OrderCommand =>
  command(
    `${by}: place ${isCollected ? 'to collect ' : ''}${items.map(({ size, quantity, design }) => `${quantity} × ${SIZES[size as 0].name}${design ? ` (${design})` : ''}`).join(', ')}`,
    async (model, fixture) => {
      const { wearer, callers, garments } = fixture;
      await emptyCart(model, fixture);
      const filled = await callers[by].post('/api/shopping_cart_items/multiple', {
        items: items.map(({ size, quantity, design }) => ({
          productId: garments[SIZES[size as 0].product].id,
          combinationId: combinationOf(fixture, size),
          quantity,
          ...(design ? { customisations: listDesigns(fixture, design) } : {}),
          ...(model.ordersForOthers ? { customerId: wearer.customerId } : {}),
          ...(hasReason ? { reason: 'For the gala.' } : {}),
        })),
      });
      const prediction = predictFilling(model, items, hasReason);
      follow(fixture, 'fill the cart', filled, prediction);
      if (prediction.status === 200) await placeCart(model, fixture, by, 'place', isCollected);
    },
  );

/** Places what is in the cart: what was sent back or ordered again. */
export const placeAgain = (by: 'wearer' | 'sales', givesReasons: boolean): OrderCommand =>
  command(`${by}: place the cart${givesReasons ? ' with reasons' : ''}`, async (model, fixture) => {
    if (givesReasons) {
      await sql`
        update cart_line set reason = 'Needed again.' where organisation_id = 1 and reason is null
          and cart_id in (select id from cart where organisation_id = 1 and customer_id = ${fixture.wearer.customerId})`.execute(
        fixture.portal.db,
      );
      for (const line of model.cart) line.hasReason = true;
    }
    await placeCart(model, fixture, by, 'place again');
  });

export const DECISIONS = ['approve', 'reject', 'amend', 'less', 'drop first', 'return first'] as const;
type DecisionName = (typeof DECISIONS)[number];

function toRequest({ lines }: ModelOrder, name: DecisionName): DecisionRequest {
  if (name === 'approve' || name === 'reject' || name === 'amend') return { action: name };
  if (name !== 'less') return { action: 'approve', items: [{ line: 0, action: name === 'drop first' ? 'reject' : 'amend' }] };
  const line = lines.findIndex((each) => pendingOf(each) > 1);
  return line < 0
    ? { action: 'approve' }
    : { action: 'approve', items: [{ line, quantity: pendingOf(lines[line] as ModelOrder['lines'][number]) - 1 }] };
}

/** `less`: one piece less of the first line that has several; `drop first`, `return first`: all but the first line is approved. */
export const decide = (chosen: number, by: Caller, name: DecisionName): OrderCommand => ({
  ...command(`${by}: ${name} (order ${chosen})`, async (model, fixture) => {
    const order = choose(model.orders, chosen, ({ status }) => status === 'AwaitingApproval');
    const request = toRequest(order, name);
    const response = await fixture.callers[by].post<'POST /api/orders/approvereject'>('/api/orders/approvereject', {
      id: order.id,
      action: request.action,
      ...(name === 'approve' || name === 'less' ? {} : { rejectReason: 'Not this month.' }),
      ...(request.items ? { items: request.items.map(({ line, ...item }) => ({ ...item, id: lineIdOf(order, line) })) } : {}),
    });
    follow(fixture, name, response, predictDecision(model, order, by, request));
    await checkOrder(model, fixture, order);
  }),
  check: ({ orders }) => orders.length > 0,
});

const withoutEffect = ({ status }: Prediction): Prediction => ({ status });

/** Cancels pieces of a line, or the whole order when no line is named. A preview changes nothing. */
export const cancel = (
  chosen: number,
  by: Caller,
  piece: { line: number; quantity: number } | undefined,
  preview = false,
  among: Among = 'all',
): OrderCommand =>
  aboutOrder(
    `${by}: ${preview ? 'preview cancelling' : 'cancel'} ${piece ? `${piece.quantity} of line ${piece.line}` : 'all'}`,
    chosen,
    async (model, fixture, order) => {
      const item = piece && { line: piece.line % order.lines.length, quantity: piece.quantity };
      const prediction = predictCancellation(model, order, by, item);
      const response = await fixture.callers[by].post<'POST /api/orders/:id/cancel'>(
        `/api/orders/${order.id}/cancel`,
        {
          cancellation: {
            reason: 'No longer needed.',
            preview,
            ...(item ? { items: [{ id: lineIdOf(order, item.line), quantity: item.quantity }] } : {}),
          },
        },
        newKey(),
      );
      const name = `${preview ? 'preview cancelling' : 'cancel'} ${piece ? 'pieces' : 'all'}`;
      follow(fixture, name, response, preview ? withoutEffect(prediction) : prediction);
    },
    among,
  );

/** Gives a line, or some of its pieces, another size. A preview changes nothing. */
export const change = (
  chosen: number,
  by: Caller,
  piece: { line: number; size: number; quantity: number | undefined },
  preview = false,
  among: Among = 'all',
): OrderCommand =>
  aboutOrder(
    `${by}: ${preview ? 'preview changing' : 'change'} ${piece.quantity ?? 'all'} of line ${piece.line} to ${SIZES[piece.size as 0].name}`,
    chosen,
    async (model, fixture, order) => {
      const line = piece.line % order.lines.length;
      const prediction = predictChange(model, order, by, { ...piece, line });
      const response = await fixture.callers[by].put<'PUT /api/orders/:id/items/:itemId'>(
        `/api/orders/${order.id}/items/${lineIdOf(order, line)}`,
        {
          orderItem: {
            combinationId: combinationOf(fixture, piece.size),
            preview,
            ...(piece.quantity === undefined ? {} : { quantity: piece.quantity }),
          },
        },
        newKey(),
      );
      follow(fixture, preview ? 'preview changing' : 'change', response, preview ? withoutEffect(prediction) : prediction);
    },
    among,
  );

/** Quantity, size and wearer of each line of the wearer's cart, in its order. */
export async function expectCart({ wearer, wearerIds, ...fixture }: OrderFixture, { cart }: OrderModel): Promise<void> {
  const { body } = await wearer.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items');
  expectEqual(
    'the cart',
    body.items.map(({ combinationId, quantity, customerId, customisations }) => [
      combinationId,
      quantity,
      customerId,
      customisations.map(({ text }) => text),
    ]),
    cart.map(({ size, design, quantity, wearer: owner, namesWearer }) => [
      combinationOf(fixture, size),
      quantity,
      namesWearer ? wearerIds[owner] : null,
      listTexts({ wearerIds }, design),
    ]),
  );
}

/** Orders again, repeats the request at once, or undoes it. */
export const orderAgain = (chosen: number, by: Caller, more: 'repeat' | 'undo' | 'nothing else'): OrderCommand =>
  aboutOrder(`${by}: order again and ${more}`, chosen, async (model, fixture, order) => {
    const prediction = predictReorder(model, order, by);
    const client = fixture.callers[by];
    const first = await reorder(client, order.id);
    follow(fixture, 're-order', first, prediction);
    if (first.status !== 200) return;
    expectEqual(
      'pieces added',
      first.body.lines.map(({ addedQuantity }) => addedQuantity),
      prediction.added,
    );
    if (more === 'repeat') follow(fixture, 'repeat a re-order', await reorder(client, order.id), { status: 200 });
    if (more === 'undo')
      follow(fixture, 'undo a re-order', await undoReorder(client, order.id), {
        status: 200,
        ...(prediction.undo ? { apply: prediction.undo } : {}),
      });
    await expectCart(fixture, model);
    // The next re-order of this order counts as a new one.
    await sql`
      update idempotency_key set created_at = created_at - interval '1 hour'
      where organisation_id = 1 and customer_id = ${fixture.wearer.customerId} and key like ${`reorder:${order.id}:%`}`.execute(
      fixture.portal.db,
    );
  });

/** Raises the price of a garment, or takes that back. */
export const togglePrice = (product: Product): OrderCommand =>
  command(`the price of garment ${product} changes`, async (model, fixture) => {
    model.isRaised[product] = !model.isRaised[product];
    await setPrice(fixture.portal.db, fixture.garments[product], product, model.isRaised[product]);
  });

/** A garment is sold only in some numbers of pieces from now on, or in any again. */
export const sell = (product: Product, soldIn: SoldIn): OrderCommand =>
  command(`garment ${product} is sold in ${soldIn}`, async (model, fixture) => {
    model.soldIn[product] = soldIn;
    await setSoldIn(fixture.portal.db, fixture.garments[product], soldIn);
  });

/** Orders of a garment need approval from now on. */
export const mark = (product: Product): OrderCommand => ({
  ...command(`garment ${product} needs approval`, async (model, { portal, garments }) => {
    model.marked.add(product);
    await sql`insert into approval_rule (organisation_id, kind, product_id) values (1, 'product', ${garments[product].id})`.execute(
      portal.db,
    );
  }),
  check: ({ marked }) => !marked.has(product),
});
