import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  anItem,
  aPerson,
  aStockedProduct,
  fillCart,
  NORTH,
  requestSummary,
  SOUTH,
  type StockedProduct,
} from '#api/testing/builders.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { createStructureClient, GROUPS, listAuditEventsFor } from '#api/testing/structure-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

let admin: TestClient;
let shirt: StockedProduct;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  shirt = await aStockedProduct(portal.db, { price: 1000, stock: [5000] });
});
beforeEach(() => sql`delete from approval_rule where organisation_id = 1`.execute(portal.db));

const PATH = '/api/approvalrules';
const list = async (client = admin) => (await client.get<'GET /api/approvalrules'>(PATH)).body.approvalRules;
const add = (approvalRule: object, client = admin) => client.post<'POST /api/approvalrules'>(PATH, { approvalRule });
const addOrThrow = async (approvalRule: object) => {
  const { body, errors } = await add(approvalRule);
  if (!body.approvalRules?.[0]) throw new Error(JSON.stringify(errors));
  return body.approvalRules[0];
};
const change = (id: number, approvalRule: object, client = admin) =>
  client.put<'PUT /api/approvalrules/:id'>(`${PATH}/${id}`, { approvalRule });
const remove = (id: number, client = admin) => client.delete<'DELETE /api/approvalrules/:id'>(`${PATH}/${id}`);

/** Whether an order of a new Buyer of the group needs approval. */
async function needsApproval({ pieces = 1, groupId = NORTH.groupId, product = shirt } = {}) {
  const buyer = await portal.as((await aPerson(portal.db, { groupIds: [groupId] })).email);
  await fillCart(buyer, anItem(product, pieces));
  return (await requestSummary(portal.db, buyer)).requiresApproval;
}

describe('a rule of approval', () => {
  it.each([
    ['every order', { kind: 'always' }, {}],
    ['an order above an amount', { kind: 'aboveAmount', amount: 19.99 }, { pieces: 2 }],
    ['the first order of a person', { kind: 'firstOrder' }, {}],
  ])('makes %s wait from then on, for everyone or one group, until it is deleted', async (_, rule, order) => {
    expect(await needsApproval(order)).toBe(false);
    const everyone = await addOrThrow(rule);
    expect(everyone).toMatchObject({ ...rule, organisationGroupId: null, organisationGroupName: null });
    expect(await needsApproval(order)).toBe(true);

    expect((await change(everyone.id, { organisationGroupId: SOUTH.groupId })).body.approvalRules).toMatchObject([
      { organisationGroupId: SOUTH.groupId, organisationGroupName: 'South', version: 2 },
    ]);
    expect(await needsApproval(order)).toBe(false);
    expect(await needsApproval({ ...order, groupId: SOUTH.groupId })).toBe(true);

    expect((await remove(everyone.id)).status).toBe(200);
    expect(await needsApproval({ ...order, groupId: SOUTH.groupId })).toBe(false);
    expect(await list()).toEqual([]);
  });

  it('can mark a product of the range', async () => {
    const product = await aStockedProduct(portal.db);
    const rule = await addOrThrow({ kind: 'product', productId: product.id, amount: 5 });
    expect(rule).toMatchObject({ productId: product.id, productName: product.name, amount: null });
    expect([await needsApproval(), await needsApproval({ product })]).toEqual([false, true]);

    const hallams = await aStockedProduct(portal.db, { organisationIds: [2] });
    expect((await add({ kind: 'product', productId: hallams.id })).status).toBe(404);
    expect(toRefusal(await add({ kind: 'product' }))).toEqual([422, { productId: ['Please choose a product.'] }]);
  });

  it('changes its amount', async () => {
    const { id } = await addOrThrow({ kind: 'aboveAmount', amount: 10 });
    expect([await needsApproval(), await needsApproval({ pieces: 2 })]).toEqual([false, true]);
    await change(id, { amount: 20 });
    expect([await needsApproval({ pieces: 2 }), await needsApproval({ pieces: 3 })]).toEqual([false, true]);
    expect(toRefusal(await change(id, { amount: null }))).toEqual([422, { amount: ['Amount is required.'] }]);
    const rounded = [422, { amount: ['Please enter an amount with at most two decimals.'] }];
    expect(toRefusal(await change(id, { amount: 12.345 }))).toEqual(rounded);
    expect(toRefusal(await add({ kind: 'aboveAmount', amount: 12.345, organisationGroupId: SOUTH.groupId }))).toEqual(rounded);
    expect(toRefusal(await add({ kind: 'aboveAmount' }))).toEqual([422, { amount: ['Amount is required.'] }]);
  });

  it('exists once for the same people', async () => {
    const SAME = [409, { approvalRule: ['There is already such a rule for these people. Change that one instead.'] }];
    await addOrThrow({ kind: 'aboveAmount', amount: 10 });
    expect(toRefusal(await add({ kind: 'aboveAmount', amount: 20 }))).toEqual(SAME);
    const south = await addOrThrow({ kind: 'aboveAmount', amount: 20, organisationGroupId: SOUTH.groupId });
    expect(toRefusal(await change(south.id, { organisationGroupId: null }))).toEqual(SAME);
    const answers = await Promise.all([add({ kind: 'always' }), add({ kind: 'always' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is not overwritten when someone else has changed the same value', async () => {
    const { id, version } = await addOrThrow({ kind: 'aboveAmount', amount: 10 });
    await change(id, { amount: 20, version });

    expect(toRefusal(await change(id, { amount: 30, version }))).toEqual([
      409,
      {
        approvalRule: [
          'Amount: someone else has changed this in the meantime. Nothing was saved. Please check it and save again.',
          'Amount is now 20.00.',
        ],
      },
    ]);
    expect((await change(id, { organisationGroupId: SOUTH.groupId, version })).body.approvalRules).toMatchObject([
      { amount: 20, organisationGroupId: SOUTH.groupId },
    ]);
  });

  it('is changed by administrators of the whole organisation only, and is recorded', async () => {
    const north = await portal.as('north.admin@meridian.example');
    const buyer = await portal.as((await aPerson(portal.db)).email);
    const hallam = await portal.as('admin@hallam.example');
    const { id } = await addOrThrow({ kind: 'aboveAmount', amount: 10 });

    expect((await list(north)).map((rule) => rule.id)).toEqual([id]);
    expect((await list(hallam)).map((rule) => rule.id)).not.toContain(id);
    expect((await buyer.get(PATH)).status).toBe(403);
    const statuses = await Promise.all([
      add({ kind: 'always' }, north),
      change(id, { amount: 1 }, north),
      remove(id, north),
      change(id, { amount: 1 }, hallam),
      remove(id, hallam),
      add({ kind: 'always', organisationGroupId: 11 }),
      change(id, { organisationGroupId: 11 }),
      add({ kind: 'sometimes' }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 404, 404, 404, 404, 422]);

    await change(id, { amount: 12.5 });
    await remove(id);
    const removed = { kind: 'aboveAmount', amount: 12.5, productId: null, organisationGroupId: null };
    expect(await listAuditEventsFor(portal, 'approvalRule.added', id)).toMatchObject([
      { actor_id: admin.customerId, after: { kind: 'aboveAmount', amount: 10 } },
    ]);
    expect(await listAuditEventsFor(portal, 'approvalRule.changed', id)).toMatchObject([
      { before: { amount: 10 }, after: { amount: 12.5 } },
    ]);
    expect(await listAuditEventsFor(portal, 'approvalRule.removed', id)).toMatchObject([{ before: removed, after: null }]);
  });

  it('moves with the people of a deleted group; of two limits the lower stays', async () => {
    const parts = createStructureClient(admin);
    const [from, to] = [await parts.addOrThrow(GROUPS), await parts.addOrThrow(GROUPS)];
    const rules = [
      { kind: 'always', organisationGroupId: from.id },
      { kind: 'always', organisationGroupId: to.id },
      { kind: 'firstOrder', organisationGroupId: from.id },
      { kind: 'aboveAmount', amount: 10, organisationGroupId: from.id },
      { kind: 'aboveAmount', amount: 20, organisationGroupId: to.id },
      { kind: 'product', productId: shirt.id, organisationGroupId: from.id },
      { kind: 'product', productId: (await aStockedProduct(portal.db)).id, organisationGroupId: to.id },
    ];
    for (const rule of rules) await addOrThrow(rule);
    expect((await parts.usage(GROUPS, from.id)).body.words).toBe('4 approval rules');

    expect((await parts.remove(GROUPS, from.id, to.id)).status).toBe(200);

    const left = await list();
    expect(left.every(({ organisationGroupId }) => organisationGroupId === to.id)).toBe(true);
    expect(left.map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual([
      ['aboveAmount', 10],
      ['always', null],
      ['firstOrder', null],
      ['product', null],
      ['product', null],
    ]);
  });
});

describe('when waiting orders are escalated and cancelled', () => {
  const save = (settings: object, client = admin) =>
    client.put<'PUT /api/approvalrules/settings'>(`${PATH}/settings`, { settings });

  it('is set in days by an administrator of the whole organisation, the escalation before the end', async () => {
    expect((await admin.get<'GET /api/approvalrules'>(PATH)).body.settings).toEqual({ expiryDays: 30, escalationDays: 5 });
    expect((await save({ expiryDays: 14 })).body.settings).toEqual({ expiryDays: 14, escalationDays: 5 });
    expect((await save({ escalationDays: 3 })).body.settings).toEqual({ expiryDays: 14, escalationDays: 3 });
    expect(toRefusal(await save({ escalationDays: 14 }))).toEqual([
      422,
      { escalationDays: ['Administrators must be asked before the order is cancelled.'] },
    ]);
    expect(toRefusal(await save({ expiryDays: 0 }))).toEqual([
      422,
      { expiryDays: ['Please enter a number of days from 1 to 365.'] },
    ]);
    expect((await save({ expiryDays: 9 }, await portal.as('north.admin@meridian.example'))).status).toBe(403);
    expect((await admin.get<'GET /api/approvalrules'>(PATH)).body.settings).toEqual({ expiryDays: 14, escalationDays: 3 });
  });
});
