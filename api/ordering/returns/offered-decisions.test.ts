import { beforeAll, describe, expect, it } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { orderOf, sizeOf } from '#api/testing/order-changes.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { askToReturn, RETURN_ACTIONS, RETURN_REASONS, shipOrder } from '#api/testing/returns.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';
import { RETURN_DECISIONS } from '#contract/ordering/returns/returns.ts';
import { actAsSystem } from '../order-acts/record-act.actions.ts';
import { lockReturn, type StoredReturn } from './return-steps.queries.ts';
import { cancelReturn, decideReturn, receiveReturn } from './settle-return.actions.ts';

// In each situation of a request, what is offered is what succeeds, and everything else is refused with a sentence.

const portal = usePortal();
const mails = useMailJobs(portal);
let operator: TestOperatorClient;
let buyer: SignedIn;
let shirt: StockedProduct;

beforeAll(async () => {
  operator = await portal.asOperator();
  buyer = await signInAs(portal, {});
  shirt = await aStockedProduct(portal.db, { stock: [500, 500] });
});

type Kind = keyof typeof RETURN_ACTIONS;

/** A new request for one piece that was sent. */
async function ask(kind: Kind): Promise<number> {
  const orderId = await orderItems(portal.db, buyer, anItem(shirt, 1));
  await shipOrder(portal.db, orderId);
  const { body } = await askToReturn(buyer, {
    orderId,
    returnRequestReasonId: RETURN_REASONS.faulty,
    returnRequestActionId: RETURN_ACTIONS[kind],
    items: [
      {
        id: (await orderOf(buyer, orderId)).orderItems[0]?.id,
        quantity: 1,
        exchangeCombinationId: kind === 'exchange' ? sizeOf(shirt, 1) : null,
      },
    ],
  });
  return body.returnRequests[0]?.id as number;
}

type Act = (id: number) => Promise<unknown>;
const succeed = async (answer: Promise<{ status: number; errors: object }>) => {
  const { status, errors } = await answer;
  expect([status, errors]).toEqual([200, {}]);
};
const decide =
  (decision: string): Act =>
  (id) =>
    succeed(operator.post(`/api/operator/returns/${id}/decide`, { decision, reason: 'Seen.' }));
const receive =
  (condition: string): Act =>
  (id) =>
    succeed(operator.post(`/api/operator/returns/${id}/receive`, { quantity: 1, condition }));
const cancel: Act = (id) => succeed(buyer.post(`/api/returnrequest/${id}/cancel`, {}));

const exchangeOf = async (id: number) => {
  const { body } = await operator.get<'GET /api/operator/returns/:id'>(`/api/operator/returns/${id}`);
  const { exchangeOrderId: orderId, exchangeOrderItemId: lineId } = body.returnRequest;
  return { orderId: orderId as number, lineId: lineId as number };
};
const pickNewSize: Act = async (id) =>
  succeed(operator.post(`/api/operator/orders/${(await exchangeOf(id)).orderId}/picking`, {}));
const cancelNewSize: Act = async (id) => {
  const { orderId, lineId } = await exchangeOf(id);
  await succeed(
    operator.post(`/api/operator/orders/${orderId}/lines/cancel`, { items: [{ id: lineId, quantity: 1 }], reason: 'Lost.' }),
  );
};

const OTHERS = ['credit', 'repair', 'replacement'] as const;
const ofOthers = (name: string, ...acts: Act[]): [string, Kind, Act[]][] =>
  OTHERS.map((kind) => [`a ${kind} that ${name}`, kind, acts]);
const SITUATIONS: [string, Kind, Act[]][] = [
  ...ofOthers('waits'),
  ...ofOthers('is authorised', decide('authorize')),
  ...ofOthers('has arrived as new', receive('asNew')),
  ...ofOthers('has arrived worn', receive('worn')),
  ...ofOthers('is repaired', receive('faulty'), decide('repair')),
  ...ofOthers('is replaced', receive('faulty'), decide('replace')),
  ...ofOthers('is credited', receive('asNew'), decide('refund')),
  ...ofOthers('is rejected', receive('worn'), decide('reject')),
  ...ofOthers('is cancelled', cancel),
  ['an exchange that waits', 'exchange', []],
  ['an exchange that is authorised', 'exchange', [decide('authorize')]],
  ['an exchange that is sent in advance', 'exchange', [decide('sendInAdvance')]],
  ['an exchange that is picked in advance', 'exchange', [decide('sendInAdvance'), pickNewSize]],
  ['an exchange whose new size is cancelled', 'exchange', [decide('sendInAdvance'), cancelNewSize]],
  ['an exchange whose new size is cancelled once picked', 'exchange', [decide('sendInAdvance'), pickNewSize, cancelNewSize]],
  ['an exchange that has arrived', 'exchange', [receive('asNew')]],
  ['an exchange that has arrived and is picked', 'exchange', [receive('worn'), pickNewSize]],
  ['an exchange that has arrived without a new size', 'exchange', [receive('asNew'), cancelNewSize]],
  [
    'an exchange that arrives once its new size is cancelled',
    'exchange',
    [decide('sendInAdvance'), cancelNewSize, receive('worn')],
  ],
  ['an exchange that is credited', 'exchange', [receive('asNew'), cancelNewSize, decide('refund')]],
  ['an exchange that is rejected', 'exchange', [decide('reject')]],
  ['an exchange that is cancelled', 'exchange', [cancel]],
];

/** What was offered in any situation. */
const offered = new Set<string>();

class Rollback extends Error {}

/** Whether something about a request succeeds; nothing is changed. A refusal must be a sentence. */
async function isPossible(id: number, act: (...args: Parameters<typeof cancelReturn>) => Promise<unknown>): Promise<boolean> {
  try {
    return await runInTransaction(portal.db, async (tx) => {
      const request = (await lockReturn(tx, { organisationId: 1, id })) as StoredReturn;
      await act(tx, actAsSystem(mails), request);
      throw new Rollback();
    });
  } catch (error) {
    if (error instanceof Rollback) return true;
    if (!(error instanceof HttpError) || error.status !== 409) throw error;
    expect(Object.values(error.errors).flat()).toEqual([expect.stringMatching(/^[A-Z].*\.$/)]);
    return false;
  }
}

describe.each(SITUATIONS)('of %s', (_, kind, acts) => {
  it('what is offered succeeds, and what is not is refused', async () => {
    const id = await ask(kind);
    for (const act of acts) await act(id);

    const { body } = await operator.get<'GET /api/operator/returns/:id'>(`/api/operator/returns/${id}`);
    const { decisions, receivable } = body.returnRequest;
    for (const decision of decisions) offered.add(decision);
    const own = await buyer.get<'GET /api/customerreturnrequests'>('/api/customerreturnrequests');
    const found: Record<string, boolean> = {};
    for (const decision of RETURN_DECISIONS)
      found[decision] = await isPossible(id, (tx, acting, request) => decideReturn(tx, acting, request, decision, 'Seen.'));
    found.receive = await isPossible(id, (tx, acting, request) =>
      receiveReturn(tx, acting, request, { quantity: 1, condition: 'asNew' }),
    );
    found.cancel = await isPossible(id, cancelReturn);

    expect(found).toEqual({
      ...Object.fromEntries(RETURN_DECISIONS.map((decision) => [decision, decisions.includes(decision)])),
      receive: receivable,
      cancel: own.body.returnRequests.find((each) => each.id === id)?.cancelAllowed,
    });
  });
});

it('of all situations together every decision is offered', () => {
  expect([...offered].toSorted()).toEqual([...RETURN_DECISIONS].toSorted());
});
