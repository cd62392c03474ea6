import { sql } from 'kysely';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '../builders.ts';
import { aParcel, cancelLines, deliver, moveDate, ship, shipPieces } from '../fulfilment.ts';
import { billAll } from '../invoices.ts';
import { cancel, changeLine, lineOf, setApprovalRules, sizeOf } from '../order-changes.ts';
import { findDocumentFaults, findOrderFaults } from '../order-faults.ts';
import type { TestClient, TestOperatorClient } from '../portal.ts';
import { askToExchange, askToReturn, RETURN_ACTIONS, RETURN_REASONS } from '../returns.ts';
import { type SignedIn, signInAs } from '../wearers.ts';
import { createRaces, type RacePortal, type RacesOfKind } from './race.ts';

/** Who acts on orders, and what is ordered. */
export interface OrderCast {
  shirt: StockedProduct;
  approver: SignedIn;
  director: SignedIn;
  operator: TestOperatorClient;
}

/** Creates them. Orders above 50.00 wait for approval. */
export async function createOrderCast(portal: RacePortal): Promise<OrderCast> {
  await setApprovalRules(portal, { kind: 'above_amount', amountMinor: 5000 });
  return {
    shirt: await aStockedProduct(portal.db, { stock: [1_000_000, 1_000_000] }),
    approver: await signInAs(portal, { approver: true, firstName: 'Ann' }),
    director: await signInAs(portal, { role: 'Admin', approver: true, firstName: 'Dora' }),
    operator: await portal.asOperator({ brandIds: [1] }),
  };
}

/** An order with its line and the person who placed it. */
export interface RacedOrder {
  id: number;
  line: number;
  buyer: TestClient;
}

/** Places an order of some shirts by a new person. */
export async function placeOrder(portal: RacePortal, { shirt }: OrderCast, pieces: number): Promise<RacedOrder> {
  const buyer = await signInAs(portal, { firstName: 'Bea' });
  const id = await orderItems(portal.db, buyer, anItem(shirt, pieces));
  return { id, line: await lineOf(buyer, id), buyer };
}

/** What does not add up about an order and its documents. */
export const findRaceFaults = async ({ db }: RacePortal, { id }: { id: number }) => [
  ...(await findOrderFaults(db, id)),
  ...(await findDocumentFaults(db, id)),
];

/** An order with its lines, requests, documents and mails as far as commands change them. */
export async function summariseOrder({ db }: RacePortal, { id }: { id: number }): Promise<unknown> {
  const { rows } = await sql<{ order: unknown }>`
    select json_build_array(
      o.order_state_id, o.payment_state_id, o.shipping_state_id, o.total_minor, o.goods_minor, o.cancelled_value_minor, o.shipped_value_minor, o.invoiced_minor,
      o.released_at is not null, o.picking_started_at is not null,
      (select json_agg(json_build_array(l.description, l.quantity, l.shipped_quantity, l.cancelled_quantity, l.returned_quantity, l.open_return_quantity, l.unit_price_minor,
          l.due_on) order by l.description, l.quantity, l.cancelled_quantity, l.id)
        from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id),
      (select json_agg(json_build_array(r.action_kind, r.quantity, r.return_state_id, r.received_quantity, r.refund_minor) order by r.action_kind, r.quantity, r.return_state_id)
        from return_request r where r.organisation_id = o.organisation_id and r.order_id = o.id),
      (select json_agg(json_build_array(s.delivered_at is not null, s.billed_at is not null, (
          select sum(x.quantity) from shipment_line x where x.organisation_id = s.organisation_id and x.shipment_id = s.id)) order by s.delivered_at is not null, s.billed_at is not null, s.id)
        from shipment s where s.organisation_id = o.organisation_id and s.order_id = o.id),
      (select json_agg(m.template order by m.template) from mail_outbox m where m.organisation_id = o.organisation_id and (m.data ->> 'orderId')::bigint = o.id)) as order
    from orders o where o.id = ${id}`.execute(db);
  return rows[0]?.order;
}

type Decision = { action: 'approve' | 'reject' | 'amend'; rejectReason?: string; items?: object[] };
const decide = (client: TestClient, { id }: RacedOrder, decision: Decision) =>
  client.post<'POST /api/orders/approvereject'>('/api/orders/approvereject', { id, ...decision });
const rejectReason = 'Not this month.';

/** An order that waits for approval. */
export const createWaitingOrderRaces = (portal: RacePortal, cast: OrderCast): RacesOfKind =>
  createRaces<RacedOrder>(
    {
      name: 'an order that waits for approval',
      prepare: () => placeOrder(portal, cast, 6),
      summarise: (order) => summariseOrder(portal, order),
      findFaults: (order) => findRaceFaults(portal, order),
      commands: {
        approve: (order, at) => decide(at(cast.approver), order, { action: 'approve' }),
        'approve fewer': (order, at) =>
          decide(at(cast.approver), order, { action: 'approve', items: [{ id: order.line, quantity: 4 }] }),
        'approve as an administrator': (order, at) => decide(at(cast.director), order, { action: 'approve' }),
        reject: (order, at) => decide(at(cast.approver), order, { action: 'reject', rejectReason }),
        'send back': (order, at) => decide(at(cast.director), order, { action: 'amend', rejectReason }),
        cancel: ({ id, buyer }, at) => cancel(at(buyer), id),
        'cancel as an administrator': ({ id }, at) => cancel(at(cast.director), id),
        'cancel a piece': ({ id, line, buyer }, at) => cancel(at(buyer), id, { items: [{ id: line, quantity: 1 }] }),
        'change the size': ({ id, line, buyer }, at) => changeLine(at(buyer), id, line, { combinationId: sizeOf(cast.shirt, 1) }),
        'change the size of a piece': ({ id, line }, at) =>
          changeLine(at(cast.director), id, line, { combinationId: sizeOf(cast.shirt, 1), quantity: 1 }),
      },
    },
    portal,
  );

/** An order that the warehouse may pick. */
export const createReleasedOrderRaces = (portal: RacePortal, cast: OrderCast): RacesOfKind =>
  createRaces<RacedOrder>(
    {
      name: 'an order that can be picked',
      prepare: () => placeOrder(portal, cast, 3),
      summarise: (order) => summariseOrder(portal, order),
      findFaults: (order) => findRaceFaults(portal, order),
      commands: {
        cancel: ({ id, buyer }, at) => cancel(at(buyer), id),
        'cancel a piece': ({ id, line, buyer }, at) => cancel(at(buyer), id, { items: [{ id: line, quantity: 1 }] }),
        'cancel as an administrator': ({ id }, at) => cancel(at(cast.director), id),
        'change the size': ({ id, line, buyer }, at) => changeLine(at(buyer), id, line, { combinationId: sizeOf(cast.shirt, 1) }),
        'start picking': ({ id }, at) =>
          at(cast.operator).post<'POST /api/operator/orders/:id/picking'>(`/api/operator/orders/${id}/picking`),
        'ship a piece': ({ line }, at) => ship(at(cast.operator), [aParcel([line, 1])]),
        'ship all': ({ line }, at) => ship(at(cast.operator), [aParcel([line, 3])]),
        'cancel a piece for the supplier': ({ id, line }, at) => cancelLines(at(cast.operator), id, [line, 1]),
        'cancel all for the supplier': ({ id, line }, at) => cancelLines(at(cast.operator), id, [line, 3]),
        'promise another day': ({ id, line }, at) => moveDate(at(cast.operator), id, line, '2101-05-05'),
      },
    },
    portal,
  );

/** An order of which two of three pieces have been sent. */
export const createSentOrderRaces = (portal: RacePortal, cast: OrderCast): RacesOfKind => {
  const credit = (client: TestClient, { id, line }: RacedOrder, quantity: number) =>
    askToReturn(client, {
      orderId: id,
      returnRequestReasonId: RETURN_REASONS.wrongOrdered,
      returnRequestActionId: RETURN_ACTIONS.credit,
      items: [{ id: line, quantity }],
    });
  return createRaces<RacedOrder & { shipment: number }>(
    {
      name: 'an order of which two of three pieces were sent',
      prepare: async () => {
        const order = await placeOrder(portal, cast, 3);
        return { ...order, shipment: await shipPieces(cast.operator, [order.line, 2]) };
      },
      summarise: (order) => summariseOrder(portal, order),
      findFaults: (order) => findRaceFaults(portal, order),
      commands: {
        'record that it was delivered': ({ shipment }, at) => deliver(at(cast.operator), shipment),
        'ship the rest': ({ line }, at) => ship(at(cast.operator), [aParcel([line, 1])]),
        'cancel the rest for the supplier': ({ id, line }, at) => cancelLines(at(cast.operator), id, [line, 1]),
        'ask to return a piece': (order, at) => credit(at(order.buyer), order, 1),
        'ask to return both pieces': (order, at) => credit(at(order.buyer), order, 2),
        'ask to exchange a piece': ({ id, line, buyer }, at) => askToExchange(at(buyer), id, line, sizeOf(cast.shirt, 1)),
        'issue invoices': async () => {
          await billAll(portal);
          return { status: 200 };
        },
      },
    },
    portal,
  );
};
