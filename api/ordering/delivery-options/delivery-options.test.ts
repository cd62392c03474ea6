import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anAddress,
  anItem,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  requestSummary,
  submitOrder,
} from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, signInAs } from '#api/testing/wearers.ts';
import type { ReplyOf } from '#contract/index.ts';

type Reply = ReplyOf<'GET /api/operator/organisations/:id/deliveryoptions'>;

const portal = usePortal();
const PATH = '/api/operator/organisations/1/deliveryoptions';
const [ADMIN, STAFF, BUYER] = [33, 34, 35];

beforeEach(async () => {
  await sql`delete from shipping_option where organisation_id = 1 and name not in ('Standard delivery', 'Next working day', 'Collect from the depot')`.execute(
    portal.db,
  );
  await sql`update shipping_option set is_default = false where organisation_id = 1`.execute(portal.db);
  await sql`update shipping_option set active = true, role_ids = '{}', is_default = name = 'Standard delivery',
    rate_minor = case name when 'Standard delivery' then 495 when 'Next working day' then 950 else 0 end where organisation_id = 1`.execute(
    portal.db,
  );
  await sql`update organisation set wearers_see_prices = true where id = 1`.execute(portal.db);
});

type Keeper = Pick<TestClient, 'get' | 'put'>;

const readOptions = async (client: Keeper) =>
  (await client.get<'GET /api/operator/organisations/:id/deliveryoptions'>(PATH)).body.deliveryOptions;
const find = ({ options }: Reply['deliveryOptions'], name: string) => {
  const found = options.find((option) => option.name === name);
  if (!found) throw new Error(`${name} is missing.`);
  return found;
};
const change = async (client: Keeper, name: string, input: object) => {
  const { id } = find(await readOptions(client), name);
  return client.put<'PUT /api/operator/organisations/:id/deliveryoptions/:deliveryOptionId'>(`${PATH}/${id}`, input);
};
const offered = async (client: TestClient) => {
  const addressId = await anAddress(portal.db, client);
  const { body } = await client.get<'GET /api/shippingoptions/:id'>(`/api/shippingoptions/${addressId}`);
  return body.shippingOptions.map(({ name }) => name);
};
/** A wearer who sees prices: without a limit in their wardrobe. */
async function aPricedWearer(shirt: { id: number }) {
  const wearer = await aWearer(portal, [shirt], { quantity: 10 });
  await sql`update customer set allocation_type_id = 50 where organisation_id = 1 and id = ${wearer.id}`.execute(portal.db);
  return wearer;
}

describe('who may choose which delivery', () => {
  it('is set by role, and the server refuses the others', async () => {
    const operator = await portal.asOperator({ brandIds: [1] });
    expect((await change(operator, 'Next working day', { roleIds: [ADMIN, BUYER] })).status).toBe(200);
    const shirt = await aStockedProduct(portal.db, { price: 1000, stock: [100] });
    const buyer = await signInAs(portal, { role: 'Buyer' });
    const { client: wearer } = await aPricedWearer(shirt);
    for (const client of [buyer, wearer]) await fillCart(client, anItem(shirt));

    expect(await offered(buyer)).toEqual(['Standard delivery', 'Next working day', 'Collect from the depot']);
    expect(await offered(wearer)).toEqual(['Standard delivery', 'Collect from the depot']);
    const shippingAddressId = await anAddress(portal.db, wearer);
    const refused = await wearer.post('/api/checkoutsummary', {
      checkout: { shippingAddressId, shippingOption: { name: 'Next working day' } },
    });
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([404, ['shippingOption']]);
  });

  it('is the default alone for wearers who see no prices, in the list, the summary and the order', async () => {
    await sql`update organisation set wearers_see_prices = false where id = 1`.execute(portal.db);
    const operator = await portal.asOperator({ brandIds: [1] });
    await change(operator, 'Collect from the depot', { isDefault: true });
    const shirt = await aStockedProduct(portal.db, { price: 1000, stock: [100] });
    const { client } = await aWearer(portal, [shirt], { quantity: 10 });
    await fillCart(client, anItem(shirt));

    expect(await offered(client)).toEqual(['Collect from the depot']);
    const choices = await createCheckoutChoices(portal.db, client);
    const express = { ...choices, shippingOption: { name: 'Next working day' } };
    expect((await client.post('/api/checkoutsummary', { checkout: express })).status).toBe(404);
    const summary = await requestSummary(portal.db, client, {
      ...choices,
      shippingOption: { name: 'Collect from the depot' },
    });
    expect(summary.shippingOption).toMatchObject({ name: 'Collect from the depot', rate: null, freeFrom: null });
    expect((await submitOrder(client, { shippingOption: { name: 'Next working day' } })).status).toBe(404);
    expect((await submitOrder(client)).status).toBe(200);
  });

  it('is told to someone who had chosen what is no longer offered, and nothing is ordered', async () => {
    const operator = await portal.asOperator({ brandIds: [1] });
    const shirt = await aStockedProduct(portal.db, { price: 1000, stock: [100] });
    const buyer = await signInAs(portal, { role: 'Buyer' });
    await fillCart(buyer, anItem(shirt));
    await requestSummary(portal.db, buyer, {
      ...(await createCheckoutChoices(portal.db, buyer)),
      shippingOption: { name: 'Next working day' },
    });
    await change(operator, 'Next working day', { isOffered: false });
    const told = ['Next working day is no longer offered. Nothing has been ordered yet. Please choose another delivery.'];
    const saved = await submitOrder(buyer);
    expect([saved.status, saved.errors]).toEqual([400, { shippingOption: told }]);
    const repeated = await submitOrder(buyer, { shippingOption: { name: 'Next working day' } });
    expect([repeated.status, repeated.errors]).toEqual([404, { shippingOption: told }]);
  });

  it('a changed price is told before the order is placed', async () => {
    const operator = await portal.asOperator({ brandIds: [1] });
    const shirt = await aStockedProduct(portal.db, { price: 1000, stock: [100] });
    const buyer = await signInAs(portal, { role: 'Buyer' });
    await fillCart(buyer, anItem(shirt));
    const before = await requestSummary(portal.db, buyer);
    expect(before.shippingOption).toMatchObject({ rate: 4.95, freeFrom: 75 });
    await change(operator, 'Standard delivery', { rate: 6.5 });
    const { status, errors } = await submitOrder(buyer);
    expect([status, errors?.cart?.[0]]).toEqual([400, expect.stringContaining('The delivery cost')]);
    expect((await requestSummary(portal.db, buyer)).shipping).toBe(6.5);
    expect((await submitOrder(buyer)).status).toBe(200);
  });
});

describe('operators', () => {
  it('read, add and change ways of delivery, with an API key too', async () => {
    const key = await portal.asApiKey(['invoices:write']);
    const { roles, organisationName } = await readOptions(key);
    expect(organisationName).toBe('Meridian Resorts');
    expect(roles.map(({ id }) => id)).toEqual(expect.arrayContaining([ADMIN, STAFF, BUYER]));
    const added = await key.post<'POST /api/operator/organisations/:id/deliveryoptions'>(PATH, {
      name: 'Saturday',
      rate: 12.5,
      freeFrom: 200,
      transitDays: 1,
      roleIds: [ADMIN],
    });
    expect(find(added.body.deliveryOptions, 'Saturday')).toMatchObject({
      rate: 12.5,
      freeFrom: 200,
      roleIds: [ADMIN],
      isDefault: false,
      isOffered: true,
      version: 1,
    });
    const again = await key.post(PATH, { name: 'Saturday', rate: 1 });
    expect([again.status, Object.keys(again.errors ?? {})]).toEqual([409, ['name']]);
    const changed = await change(key, 'Saturday', { rate: 15, freeFrom: null, version: 1 });
    expect(find(changed.body.deliveryOptions, 'Saturday')).toMatchObject({
      rate: 15,
      freeFrom: null,
      roleIds: [ADMIN],
      version: 2,
    });
    // A repeated request whose reply was lost.
    expect((await change(key, 'Saturday', { rate: 15, freeFrom: null, version: 1 })).status).toBe(200);
    const late = await change(key, 'Saturday', { rate: 20, version: 1 });
    expect([late.status, Object.keys(late.errors ?? {})]).toEqual([409, ['deliveryOption']]);
    const { rows } = await sql<{ after: object }>`
      select after from audit_event where action = 'organisation.options-changed' and actor_kind = 'api_key' order by id desc limit 1`.execute(
      portal.db,
    );
    expect(rows[0]?.after).toMatchObject({ name: 'Saturday', rateMinor: 1500 });
  });

  it('say whether it is collected and where, and by when orders leave on the same day', async () => {
    const operator = await portal.asOperator({ brandIds: [1] });
    const before = find(await readOptions(operator), 'Collect from the depot');
    expect(before).toMatchObject({ kind: 'collected', collectFrom: expect.stringContaining('Preston'), cutOff: null });
    expect(find(await readOptions(operator), 'Next working day')).toMatchObject({
      kind: 'sent',
      cutOff: '14:00',
      collectFrom: null,
    });
    const timed = await change(operator, 'Collect from the depot', { cutOff: '09:30', openingHours: ' Until 4 pm ' });
    expect(find(timed.body.deliveryOptions, 'Collect from the depot')).toMatchObject({
      cutOff: '09:30',
      openingHours: 'Until 4 pm',
      collectFrom: before.collectFrom,
    });
    const nowhere = await change(operator, 'Collect from the depot', { collectFrom: ' ' });
    expect([nowhere.status, Object.keys(nowhere.errors ?? {})]).toEqual([422, ['collectFrom']]);
    const unplaced = await operator.post(PATH, { name: 'Locker', rate: 0, kind: 'collected' });
    expect([unplaced.status, Object.keys(unplaced.errors ?? {})]).toEqual([422, ['collectFrom']]);
    for (const wrong of [{ cutOff: '24:00' }, { cutOff: '9:30' }, { kind: 'thrown' }])
      expect((await change(operator, 'Next working day', wrong)).status).toBe(422);
    const sent = await change(operator, 'Collect from the depot', { kind: 'sent' });
    expect(find(sent.body.deliveryOptions, 'Collect from the depot')).toMatchObject({ collectFrom: null, openingHours: null });
    const { kind, cutOff, collectFrom, openingHours } = before;
    await change(operator, 'Collect from the depot', { kind, cutOff, collectFrom, openingHours });
  });

  it('name one default, which is offered to everyone, and leave something for everyone', async () => {
    const operator = await portal.asOperator({ brandIds: [1] });
    const limited = await change(operator, 'Next working day', { isDefault: true, roleIds: [BUYER] });
    expect([limited.status, Object.keys(limited.errors ?? {})]).toEqual([422, ['isDefault']]);
    const moved = await change(operator, 'Next working day', { isDefault: true });
    expect(moved.body.deliveryOptions.options.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual([
      'Next working day',
    ]);
    await change(operator, 'Standard delivery', { isOffered: false });
    await change(operator, 'Collect from the depot', { roleIds: [BUYER] });
    const last = await change(operator, 'Next working day', { isDefault: false, isOffered: false });
    expect([last.status, Object.keys(last.errors ?? {})]).toEqual([409, ['deliveryOption']]);
    expect((await change(operator, 'Next working day', { roleIds: [999_999] })).status).toBe(422);
  });

  it('see no organisations of other brands, and need the right', async () => {
    const other = await portal.asOperator({ brandIds: [2] });
    expect((await other.get(PATH)).status).toBe(404);
    expect((await other.post(PATH, { name: 'Drone', rate: 1 })).status).toBe(404);
    expect((await (await portal.asApiKey(['invoices:read'])).post(PATH, { name: 'Drone', rate: 1 })).status).toBe(403);
    expect((await (await portal.asApiKey(['orders:write'])).get(PATH)).status).toBe(403);
  });
});
