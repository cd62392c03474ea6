import { sql } from 'kysely';
import { anItem, fillCart, requestSummary, submitOrder } from '../builders.ts';
import { shipPieces } from '../fulfilment.ts';
import { billAll, creditAll, invoiceLinesOf, invoicesOf } from '../invoices.ts';
import { sizeOf } from '../order-changes.ts';
import type { TestOperatorClient } from '../portal.ts';
import { askToExchange, askToReturn, RETURN_ACTIONS, RETURN_REASONS } from '../returns.ts';
import { signInAs } from '../wearers.ts';
import { findRaceFaults, type OrderCast, placeOrder, type RacedOrder, summariseOrder } from './order-races.ts';
import { createRaces, type RaceCommand, type RacePortal, type RacesOfKind } from './race.ts';

let references = 0;
const newReference = () => {
  references += 1;
  return `RACE ${references}`;
};

interface RacedInvoice extends RacedOrder {
  invoice: number;
  /** What is open of it. */
  open: number;
  goodsLine: number;
  /** A payment of which 5.00 is left. */
  unused: number;
  /** A payment of 2.00 that covers the invoice. */
  used: number;
  /** Someone whose cart can be ordered. */
  shopper: RacedOrder['buyer'];
}

const pay = (operator: TestOperatorClient, payment: object) =>
  operator.post<'POST /api/operator/payments'>('/api/operator/payments', {
    payment: { organisationId: 1, receivedOn: '2026-03-12', reference: newReference(), ...payment },
  });
const credit = (operator: TestOperatorClient, { invoice, goodsLine }: RacedInvoice, quantity: number) =>
  operator.post<'POST /api/operator/invoices/:id/credit'>(`/api/operator/invoices/${invoice}/credit`, {
    key: newReference(),
    reason: 'Agreed discount',
    lines: [{ lineId: goodsLine, quantity }],
  });

/** An order of which all pieces were invoiced, with payments. */
async function prepareInvoice(portal: RacePortal, cast: OrderCast): Promise<RacedInvoice> {
  const order = await placeOrder(portal, cast, 3);
  await shipPieces(cast.operator, [order.line, 3]);
  await billAll(portal);
  const [invoice] = await invoicesOf(portal, order.id);
  const goods = (await invoiceLinesOf(portal, order.id)).find(({ kind }) => kind === 'goods');
  if (!invoice || !goods) throw new Error('There is no invoice.');
  const unused = await pay(cast.operator, { amount: 5, allocations: [] });
  const used = await pay(cast.operator, { amount: 2, allocations: [{ invoiceId: invoice.id, amount: 2 }] });
  const shopper = await signInAs(portal, {});
  await fillCart(shopper, anItem(cast.shirt, 1));
  await requestSummary(portal.db, shopper);
  return {
    ...order,
    invoice: invoice.id,
    open: (invoice.total_minor - 200) / 100,
    goodsLine: goods.id,
    unused: unused.body.payments[0]?.id as number,
    used: used.body.payments[0]?.id as number,
    shopper,
  };
}

/** An invoice with payments and credit notes for it. */
export const createInvoiceRaces = (portal: RacePortal, cast: OrderCast): RacesOfKind => {
  const { operator } = cast;
  return createRaces<RacedInvoice>(
    {
      name: 'an invoice',
      prepare: () => prepareInvoice(portal, cast),
      summarise: async (subject) => {
        const { rows } = await sql<{ documents: unknown }>`
          select json_build_array(
            (select json_agg(json_build_array(i.kind, i.total_minor, i.settled_minor) order by i.kind, i.total_minor, i.settled_minor) from invoice i
              where i.organisation_id = 1 and ${subject.invoice} in (i.id, i.credited_invoice_id)),
            (select json_agg(json_build_array(p.amount_minor, p.allocated_minor, p.reversed_by_id is not null) order by p.id) from payment_record p
              where p.organisation_id = 1 and p.id in (${subject.unused}, ${subject.used})),
            (select count(*) from orders o where o.organisation_id = 1 and o.customer_id = ${subject.shopper.customerId})) as documents`.execute(
          portal.db,
        );
        return [await summariseOrder(portal, subject), rows[0]?.documents];
      },
      findFaults: (subject) => findRaceFaults(portal, subject),
      commands: {
        'pay a part': ({ invoice }, at) => pay(at(operator), { amount: 3, allocations: [{ invoiceId: invoice, amount: 3 }] }),
        'pay what is open': ({ invoice, open: amount }, at) =>
          pay(at(operator), { amount, allocations: [{ invoiceId: invoice, amount }] }),
        'pay what is due longest': (_, at) => pay(at(operator), { amount: 0.01 }),
        'use what is left of a payment': ({ invoice, unused }, at) =>
          at(operator).post<'POST /api/operator/payments/:id/allocations'>(`/api/operator/payments/${unused}/allocations`, {
            allocations: [{ invoiceId: invoice, amount: 4 }],
          }),
        'reverse a payment': ({ used }, at) =>
          at(operator).post<'POST /api/operator/payments/:id/reverse'>(`/api/operator/payments/${used}/reverse`, {
            reason: 'Bounced',
          }),
        'reverse an unused payment': ({ unused }, at) =>
          at(operator).post<'POST /api/operator/payments/:id/reverse'>(`/api/operator/payments/${unused}/reverse`, {
            reason: 'Bounced',
          }),
        'credit a piece': (subject, at) => credit(at(operator), subject, 1),
        'credit all pieces': (subject, at) => credit(at(operator), subject, 3),
        'change the terms of credit': (_, at) =>
          at(operator).put<'PUT /api/operator/organisations/:id/credit'>('/api/operator/organisations/1/credit', {
            billing: { invoiceEmail: 'ledger@meridian.example' },
          }),
        'place an order': ({ shopper }, at) => submitOrder(at(shopper)),
      },
    },
    portal,
  );
};

type RacedReturn = RacedOrder & { request: number };

/** Three pieces were delivered, and two of them are to be returned. */
async function prepareReturn(portal: RacePortal, cast: OrderCast, action: 'credit' | 'exchange'): Promise<RacedReturn> {
  const order = await placeOrder(portal, cast, 3);
  await shipPieces(cast.operator, [order.line, 3]);
  const { body, errors } =
    action === 'exchange'
      ? await askToExchange(order.buyer, order.id, order.line, sizeOf(cast.shirt, 1), 2)
      : await askToReturn(order.buyer, {
          orderId: order.id,
          returnRequestReasonId: RETURN_REASONS.faulty,
          returnRequestActionId: RETURN_ACTIONS.credit,
          items: [{ id: order.line, quantity: 2 }],
        });
  const [request] = body.returnRequests ?? [];
  if (!request) throw new Error(`The return was refused: ${JSON.stringify(errors)}`);
  return { ...order, request: request.id };
}

const receive = (operator: TestOperatorClient, { request }: RacedReturn, quantity: number) =>
  operator.post<'POST /api/operator/returns/:id/receive'>(`/api/operator/returns/${request}/receive`, {
    quantity,
    condition: 'asNew',
  });
const decideReturn =
  ({ operator }: OrderCast, decision: string): RaceCommand<RacedReturn> =>
  ({ request }, at) =>
    at(operator).post<'POST /api/operator/returns/:id/decide'>(`/api/operator/returns/${request}/decide`, {
      decision,
      reason: 'As agreed.',
    });

/** Returns that are waited for, that have arrived, and exchanges. */
export function createReturnRaces(portal: RacePortal, cast: OrderCast): RacesOfKind[] {
  const { operator } = cast;
  const about = {
    summarise: (subject: RacedReturn) => summariseOrder(portal, subject),
    findFaults: (subject: RacedReturn) => findRaceFaults(portal, subject),
  };
  const waiting: Record<string, RaceCommand<RacedReturn>> = {
    receive: (subject, at) => receive(at(operator), subject, 2),
    'receive a part': (subject, at) => receive(at(operator), subject, 1),
    reject: decideReturn(cast, 'reject'),
    'cancel the request': ({ request, buyer }, at) =>
      at(buyer).post<'POST /api/returnrequest/:id/cancel'>(`/api/returnrequest/${request}/cancel`),
    'ask to return the third piece': ({ id, line, buyer }, at) =>
      askToReturn(at(buyer), {
        orderId: id,
        returnRequestReasonId: RETURN_REASONS.wrongOrdered,
        returnRequestActionId: RETURN_ACTIONS.credit,
        items: [{ id: line, quantity: 1 }],
      }),
  };
  return [
    createRaces<RacedReturn>(
      {
        name: 'a return that is waited for',
        prepare: () => prepareReturn(portal, cast, 'credit'),
        ...about,
        commands: { ...waiting, authorize: decideReturn(cast, 'authorize') },
      },
      portal,
    ),
    createRaces<RacedReturn>(
      {
        name: 'an exchange',
        prepare: () => prepareReturn(portal, cast, 'exchange'),
        ...about,
        commands: { ...waiting, 'send in advance': decideReturn(cast, 'sendInAdvance') },
      },
      portal,
    ),
    createRaces<RacedReturn>(
      {
        name: 'a return that has arrived',
        prepare: async () => {
          const subject = await prepareReturn(portal, cast, 'credit');
          const { status } = await receive(operator, subject, 2);
          if (status !== 200) throw new Error(`The return was not received: ${status}`);
          await billAll(portal);
          return subject;
        },
        ...about,
        commands: {
          refund: decideReturn(cast, 'refund'),
          replace: decideReturn(cast, 'replace'),
          'issue credit notes': async () => {
            await creditAll(portal);
            return { status: 200 };
          },
          'ask to return the third piece': waiting['ask to return the third piece'] as RaceCommand<RacedReturn>,
        },
      },
      portal,
    ),
  ];
}
