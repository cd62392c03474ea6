import { sql } from 'kysely';
import { takeQuoteStep } from '#api/ordering/quotes/quote-steps.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { aPerson, aStockedProduct, requestSummary, submitOrder } from '../builders.ts';
import { findOrderFaults } from '../order-faults.ts';
import type { TestClient } from '../portal.ts';
import { type AnsweredQuote, acceptQuote, anAnsweredQuote, draftAnswer } from '../quotes.ts';
import { signInAs } from '../wearers.ts';
import { createRaces, type RaceCommand, type RacePortal, type RacesOfKind } from './race.ts';

interface RacedQuote {
  buyer: TestClient;
  quote: AnsweredQuote;
  /** In the cart. */
  lineId: number;
}

/** A quote of ten pieces with the draft of a newer answer, and one of which four are in the cart, whose summary was seen. */
export async function createQuoteRaces(portal: RacePortal): Promise<RacesOfKind[]> {
  const { db } = portal;
  const shirt = await aStockedProduct(db, { stock: [1_000_000] });
  const operator = await portal.asOperator();
  const admin = await signInAs(portal, { role: 'Admin' });
  const heir = await aPerson(db);
  const tenAt = (unitMinor: number) => [{ product: shirt, quantity: 10, unitMinor }];

  async function prepareAnswered(): Promise<RacedQuote> {
    const buyer = await signInAs(portal, { role: 'Buyer' });
    const quote = await anAnsweredQuote(db, buyer.customerId, tenAt(750));
    await draftAnswer(db, quote, tenAt(700));
    return { buyer, quote, lineId: 0 };
  }

  async function prepareAccepted(): Promise<RacedQuote> {
    const raced = await prepareAnswered();
    const { body } = await acceptQuote(raced.buyer, raced.quote, { items: [{ id: raced.quote.itemIds[0], quantity: 4 }] });
    await requestSummary(db, raced.buyer);
    return { ...raced, lineId: body.items[0]?.id as number };
  }

  async function summarise({ quote, buyer }: RacedQuote): Promise<unknown> {
    const { rows } = await sql<{ state: unknown }>`
      select json_build_array(q.quote_state_id, q.version, q.declined_by, q.customer_id = ${buyer.customerId},
        (select json_agg(json_build_array(l.quantity, l.quote_item_id is null) order by l.id) from cart t
          join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id where t.organisation_id = 1 and t.customer_id = ${buyer.customerId}),
        (select json_agg(json_build_array(l.quantity, l.unit_price_minor, l.quote_item_id is null) order by l.id) from orders o
          join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id where o.organisation_id = 1 and o.customer_id = ${buyer.customerId})) as state
      from quote q where q.organisation_id = 1 and q.id = ${quote.id}`.execute(db);
    return rows[0]?.state;
  }

  /** Faults of orders, and pieces that were accepted beyond what was quoted, or of a quote that was not. */
  async function findFaults({ quote, buyer }: RacedQuote): Promise<object[]> {
    const { rows } = await sql<{ taken: number; state: number }>`
      select q.quote_state_id as state, (select coalesce(sum(l.quantity), 0) from cart_line l where l.quote_item_id = i.id)::int
          + (select coalesce(sum(l.quantity - l.sent_back_quantity), 0) from order_line l where l.quote_item_id = i.id)::int as taken
      from quote q join quote_item i on i.organisation_id = q.organisation_id and i.quote_id = q.id where q.id = ${quote.id}`.execute(
      db,
    );
    const wrong = rows.filter(({ taken, state }) => taken > 10 || (taken > 0 && state !== 40));
    const ordered = await sql<{ id: number }>`
      select id from orders where organisation_id = 1 and customer_id = ${buyer.customerId} order by id limit 1`.execute(db);
    const first = ordered.rows[0]?.id;
    return [
      ...wrong.map((each) => ({ fault: 'more was accepted than can be', ...each })),
      ...(first === undefined ? [] : (await findOrderFaults(db, first)).filter(({ id }) => id >= first)),
    ];
  }

  const accept =
    (quantity?: number): RaceCommand<RacedQuote> =>
    ({ buyer, quote }, at) =>
      acceptQuote(at(buyer), quote, { version: 1, ...(quantity && { items: [{ id: quote.itemIds[0], quantity }] }) });
  const changeLine =
    (quantity: number): RaceCommand<RacedQuote> =>
    ({ buyer, lineId }, at) =>
      at(buyer).put<'PUT /api/shopping_cart_items/:id'>(`/api/shopping_cart_items/${lineId}`, { quantity });
  const giveAway: RaceCommand<RacedQuote> = ({ quote }, at) =>
    at(admin).put<'PUT /api/quote/:id/owner'>(`/api/quote/${quote.id}/owner`, { customerId: heir.id });
  const expire: RaceCommand<RacedQuote> = async ({ quote }) => ({
    status: (await runInTransaction(db, (tx) => takeQuoteStep(tx, { organisationId: 1, quoteId: quote.id }, 'expire')))
      ? 200
      : 409,
  });

  return [
    createRaces<RacedQuote>(
      {
        name: 'an answered quote',
        prepare: prepareAnswered,
        summarise,
        findFaults,
        commands: {
          'accept all': accept(),
          'accept four pieces': accept(4),
          'accept seven pieces': accept(7),
          decline: ({ buyer, quote }, at) => at(buyer).post<'POST /api/quote/:id/decline'>(`/api/quote/${quote.id}/decline`, {}),
          'decline as the supplier': ({ quote }, at) =>
            at(operator).post<'POST /api/operator/quotes/:id/decline'>(`/api/operator/quotes/${quote.id}/decline`, {
              reason: 'Sold out',
            }),
          'send a newer answer': ({ quote }, at) =>
            at(operator).post<'POST /api/operator/quotes/:id/send'>(`/api/operator/quotes/${quote.id}/send`, { saves: 1 }),
          'give it away': giveAway,
          expire,
        },
      },
      portal,
    ),
    createRaces<RacedQuote>(
      {
        name: 'a quote that is partly in the cart',
        prepare: prepareAccepted,
        summarise,
        findFaults,
        commands: {
          'accept the rest': accept(),
          'accept three pieces': accept(3),
          'take eight pieces': changeLine(8),
          'remove the line': changeLine(0),
          'give it away': giveAway,
          order: ({ buyer }, at) => submitOrder(at(buyer)),
        },
      },
      portal,
    ),
  ];
}
