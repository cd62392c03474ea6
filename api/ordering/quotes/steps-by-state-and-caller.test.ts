import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, NORTH, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { answering, toInput } from '#api/testing/quote-answers.ts';
import { acceptQuote, anAnsweredQuote } from '#api/testing/quotes.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { orderFor, type SignedIn, signInAs } from '#api/testing/wearers.ts';
import { QUOTE, QUOTE_STATES, type QuoteState } from './quotes.rules.ts';

const portal = usePortal();
let owner: SignedIn;
let supplier: TestOperatorClient;
let shirt: StockedProduct;
const people: Record<string, TestClient> = {};
const operators: Record<string, TestOperatorClient> = {};

beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [10_000] });
  owner = await signInAs(portal, { role: 'Buyer', groupIds: [NORTH.groupId], firstName: 'Oona' });
  supplier = await portal.asOperator({ brandIds: [1] });
  Object.assign(people, {
    owner,
    'acts for the owner': await orderFor(portal, owner.customerId),
    colleague: await signInAs(portal, { role: 'Staff', groupIds: [NORTH.groupId] }),
    'Buyer of the group': await signInAs(portal, { role: 'Buyer', groupIds: [NORTH.groupId] }),
    'Buyer of another group': await signInAs(portal, { role: 'Buyer', ...SOUTH, groupIds: [SOUTH.groupId] }),
    'Admin of the group': await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] }),
    'Admin of another group': await signInAs(portal, {
      role: 'Admin',
      adminableGroupIds: [SOUTH.groupId],
      groupIds: [SOUTH.groupId],
    }),
    'Admin of the organisation': await signInAs(portal, { role: 'Admin' }),
    Sales: await portal.as('sales@meridian.example'),
    'another organisation': await signInAs(portal, { role: 'Admin', organisationId: 2, groupIds: [], resortId: null }),
  });
  Object.assign(operators, {
    supplier,
    'another brand': await portal.asOperator({ brandIds: [2] }),
    'key to read': await portal.asApiKey(['quotes:read'], [1]),
    'key without quotes': await portal.asApiKey(['orders:read', 'orders:write'], [1]),
  });
});

interface Cell {
  id: number;
  itemId: number;
}

/** Whether someone sees a quote, and what comes of what they do: the status of the reply, and the state of the quote where it succeeds. */
const OWNER_STEPS = {
  accept: (by: TestClient, { id, itemId }: Cell) => acceptQuote(by, { id }, { items: [{ id: itemId, quantity: 1 }] }),
  decline: (by: TestClient, { id }: Cell) => by.post<'POST /api/quote/:id/decline'>(`/api/quote/${id}/decline`, {}),
  withdraw: (by: TestClient, { id }: Cell) => by.post<'POST /api/quote/:id/withdraw'>(`/api/quote/${id}/withdraw`),
  message: (by: TestClient, { id }: Cell) =>
    by.post<'POST /api/quote/:id/message'>(`/api/quote/${id}/message`, { text: 'Hello' }),
};
const SUPPLIER_STEPS = {
  take: (by: TestOperatorClient, { id }: Cell) => answering(by).take(id),
  save: (by: TestOperatorClient, { id }: Cell) => answering(by).put(id, { items: [] }),
  send: (by: TestOperatorClient, { id }: Cell) => answering(by).send(id),
  decline: (by: TestOperatorClient, { id }: Cell) => answering(by).decline(id),
  message: (by: TestOperatorClient, { id }: Cell) => answering(by).write(id, { text: 'Hello' }),
};

const NO = 409;
/** What the owner, and who acts for them, can do in each state: the state that follows, or 409. */
const OWNER: Record<QuoteState, Record<keyof typeof OWNER_STEPS, string | number>> = {
  [QUOTE.submitted]: { accept: NO, decline: NO, withdraw: 'Declined', message: 'Submitted' },
  [QUOTE.inReview]: { accept: NO, decline: NO, withdraw: 'Declined', message: 'InReview' },
  [QUOTE.quoted]: { accept: 'Accepted', decline: 'Declined', withdraw: NO, message: 'Quoted' },
  [QUOTE.accepted]: { accept: 'Accepted', decline: NO, withdraw: NO, message: 'Accepted' },
  [QUOTE.declined]: { accept: NO, decline: NO, withdraw: NO, message: NO },
  [QUOTE.expired]: { accept: NO, decline: NO, withdraw: NO, message: NO },
};
/** What operators of the brand can do. */
const SUPPLIER: Record<QuoteState, Record<keyof typeof SUPPLIER_STEPS, string | number>> = {
  [QUOTE.submitted]: { take: 'InReview', save: 'InReview', send: 'Quoted', decline: 'Declined', message: 'Submitted' },
  [QUOTE.inReview]: { take: 'InReview', save: 'InReview', send: 'Quoted', decline: 'Declined', message: 'InReview' },
  [QUOTE.quoted]: { take: 'Quoted', save: 'Quoted', send: 'Quoted', decline: 'Declined', message: 'Quoted' },
  [QUOTE.accepted]: { take: NO, save: NO, send: NO, decline: NO, message: 'Accepted' },
  [QUOTE.declined]: { take: NO, save: NO, send: NO, decline: NO, message: NO },
  [QUOTE.expired]: { take: 'Expired', save: 'Expired', send: 'Quoted', decline: NO, message: NO },
};

const aQuoteIn = async (state: QuoteState): Promise<Cell> => {
  const days = state === QUOTE.expired ? -1 : 30;
  const { id, itemIds } = await anAnsweredQuote(portal.db, owner.customerId, [{ product: shirt, quantity: 10, unitMinor: 900 }], {
    stateId: state,
    days,
  });
  return { id, itemId: itemIds[0] as number };
};

const stateOf = async (id: number) => {
  const { rows } = await sql<{ state: QuoteState }>`select quote_state_id as state from quote where id = ${id}`.execute(
    portal.db,
  );
  return QUOTE_STATES[(rows[0] as { state: QuoteState }).state];
};

/** What came of it: the state that follows, or the status of the refusal, which changes nothing. */
async function outcome(state: QuoteState, { id }: Cell, attempt: Promise<{ status: number }>): Promise<string | number> {
  const { status } = await attempt;
  const after = await stateOf(id);
  if (status === 200) return after;
  return after === QUOTE_STATES[state] ? status : `${status}, and ${after}`;
}

/** A draft that can be sent, where one can be saved. */
async function draft({ id }: Cell): Promise<void> {
  const { get, put } = answering(supplier);
  const { draft: proposed } = await get(id);
  await put(id, { items: proposed.items.map((item) => toInput(item, { isOffered: true, unitPrice: 8 })) });
}

const states = Object.entries(QUOTE) as [keyof typeof QUOTE, QuoteState][];

describe.each(states)('a quote that is %s', (_name, state) => {
  it('is accepted, declined, withdrawn and written about by its owner alone, and read by those in whose scope it is', async () => {
    const shared = await aQuoteIn(state);
    const expected: Record<string, unknown> = {};
    const found: Record<string, unknown> = {};
    const blind = { read: 404, accept: 404, decline: 404, withdraw: 404, message: 404 };
    for (const [caller, client] of Object.entries(people)) {
      const isOwner = caller === 'owner' || caller === 'acts for the owner';
      const sees =
        isOwner || !['colleague', 'Buyer of another group', 'Admin of another group', 'another organisation'].includes(caller);
      expected[caller] = isOwner ? { read: 200, ...OWNER[state] } : sees ? { ...blind, read: 200 } : blind;
      const row: Record<string, unknown> = { read: (await client.get(`/api/quote/${shared.id}`)).status };
      for (const [step, act] of Object.entries(OWNER_STEPS)) {
        const cell = isOwner ? await aQuoteIn(state) : shared;
        row[step] = await outcome(state, cell, act(client, cell));
      }
      found[caller] = row;
    }
    expect(found).toEqual(expected);
  });

  it('is answered by operators of the brand with the right for it', async () => {
    const shared = await aQuoteIn(state);
    const found: Record<string, unknown> = {};
    for (const [caller, client] of Object.entries(operators)) {
      const row: Record<string, unknown> = { read: (await client.get(`/api/operator/quotes/${shared.id}`)).status };
      for (const [step, act] of Object.entries(SUPPLIER_STEPS)) {
        const cell = caller === 'supplier' ? await aQuoteIn(state) : shared;
        // A submitted quote is in review once a draft is saved.
        if (caller === 'supplier' && step === 'send') await draft(cell);
        row[step] = await outcome(state, cell, act(client, cell));
      }
      found[caller] = row;
    }
    const all = (read: number, status: number) => ({
      read,
      take: status,
      save: status,
      send: status,
      decline: status,
      message: status,
    });
    expect(found).toEqual({
      supplier: { read: 200, ...SUPPLIER[state] },
      'another brand': all(404, 404),
      'key to read': all(200, 403),
      'key without quotes': all(403, 403),
    });
  });
});
