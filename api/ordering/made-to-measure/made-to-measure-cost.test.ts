import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { impersonate, openBuilder } from '#api/testing/builder-wearers.ts';
import { aWardrobe, NORTH, requestSummary, type StockedProduct } from '#api/testing/builders.ts';
import { useMadeToMeasure, WITHOUT_MEASUREMENTS } from '#api/testing/made-to-measure.ts';
import { orderOf } from '#api/testing/order-changes.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const story = useMadeToMeasure(portal);
const { offer, ask, act, answer, cartOf, listOf, order, mailsAbout, sealedOf } = story;
let jacket: StockedProduct;

beforeEach(() => {
  jacket = story.getJacket();
});

/** A wearer with a wardrobe that counts in one way: 30 points, 40 money. */
async function aWearer(wardrobe: NonNullable<Parameters<typeof aWardrobe>[3]>): Promise<SignedIn> {
  const person = await signInAs(portal, { role: 'Staff', firstName: 'Wanda' });
  await aWardrobe(portal.db, person.customerId, [jacket], wardrobe);
  await portal.settled();
  return person;
}

const leftOf = async (person: SignedIn) => {
  const { budgetTotal, budgetUsed, pointsTotal, pointsUsed, collection } = await openBuilder(person);
  if (budgetTotal !== null) return Math.round((budgetTotal - (budgetUsed ?? 0)) * 100) / 100;
  if (pointsTotal !== null) return pointsTotal - (pointsUsed ?? 0);
  return collection.collectionGroups[0]?.remainingQuantity;
};
const onStatement = async (person: SignedIn) =>
  (await person.get<'GET /api/entitlement/statement'>('/api/entitlement/statement')).body.statement.periods
    .flatMap(({ accounts }) => accounts)
    .find(({ kind, status }) => status === 'open' && kind === 'budget')?.left;

/** Asks, is answered with £240.50 (£40.50 above the range), and orders; what each page says of it. */
async function orderAt(person: SignedIn) {
  const { id } = (await ask(person)).body.request;
  await answer(id);
  const [request] = await listOf(person);
  await act(person, id, 'order');
  const [line] = await cartOf(person);
  const orderId = await order(person);
  return { request, line, orderId };
}

describe('what a garment above the price of the range costs', () => {
  it('is told before it is ordered, and counts alike in budget, order and statement, in money', async () => {
    const person = await aWearer({ allocationTypeId: 40, budgetMinor: 50_000 });
    const { request, line, orderId } = await orderAt(person);
    expect(request).toMatchObject({
      unitPrice: 240.5,
      listPrice: 200,
      cost: { unit: 'money', unitCost: 240.5, left: 500, beyond: 'block' },
    });
    expect(line).toMatchObject({ coveredQuantity: 1, unitPriceExclTax: 240.5 });
    expect((await orderOf(person, orderId)).orderItems).toHaveLength(1);
    expect(await leftOf(person)).toBe(259.5);
    expect(await onStatement(person)).toBe(259.5);
  });

  it('is refused by a budget that does not cover the surcharge, although it covers the price of the range', async () => {
    const person = await aWearer({ allocationTypeId: 40, budgetMinor: 22_000 });
    const { id } = (await ask(person)).body.request;
    await answer(id);
    await act(person, id, 'order');
    const [line] = await cartOf(person);
    expect(line?.warnings).not.toEqual([]);
  });

  it('is points, whatever the price', async () => {
    const person = await aWearer({ allocationTypeId: 30, budgetPoints: 50, points: 12 });
    const { request } = await orderAt(person);
    expect(request?.cost).toEqual({ unit: 'points', label: expect.any(String), unitCost: 12, left: 50, beyond: 'block' });
    expect(await leftOf(person)).toBe(38);
    expect(await onStatement(person)).toBe(38);
  });

  it('is a piece of the group, whatever the price', async () => {
    const person = story.getWearer();
    const { request } = await orderAt(person);
    expect(request?.cost).toEqual({ unit: 'pieces', label: 'Garments', unitCost: 1, left: 3, beyond: 'block' });
    expect(await leftOf(person)).toBe(2);
  });
});

describe('the day of arrival', () => {
  const expectedOn = async () => (await requestSummary(portal.db, story.getWearer())).expectedOn;
  const DAY = 86_400_000;

  it('is after the garment is made, and is not told where no one knows when that is', async () => {
    await sql`update shipping_option set transit_days = 2 where organisation_id = 1`.execute(portal.db);
    await offer();
    await ask(story.getWearer());
    const days = (Date.parse((await expectedOn()) ?? '') - Date.now()) / DAY;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(36);
    await sql`update made_to_measure_request set lead_time_days = null where customer_id = ${story.getWearer().customerId}`.execute(
      portal.db,
    );
    expect(await expectedOn()).toBeNull();
  });
});

it('is not offered to a wearer whose wardrobe does not have it: they could not order it', async () => {
  const person = await signInAs(portal, { role: 'Staff' });
  const found = await person.get<'GET /api/madetomeasure/garments'>('/api/madetomeasure/garments?limit=100');
  expect(found.body.garments.map(({ id }) => id)).not.toContain(jacket.id);
  expect((await ask(person)).status).toBe(404);
});

describe('an administrator', () => {
  const aGarment = (person: SignedIn, query = '') =>
    person.get<'GET /api/madetomeasure/garments/:id'>(`/api/madetomeasure/garments/${jacket.id}${query}`);

  it('finds garments, those that are offered first, and what one takes from the wearer’s entitlement', async () => {
    const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const wearer = story.getWearer();
    await offer();
    const found = await admin.get<'GET /api/madetomeasure/garments'>('/api/madetomeasure/garments?limit=100');
    expect(found.body.garments).toContainEqual(expect.objectContaining({ id: jacket.id, name: jacket.name, isOffered: true }));
    const offered = found.body.garments.map(({ isOffered }) => isOffered);
    expect(offered).toEqual(offered.toSorted((a, b) => Number(b) - Number(a)));
    const named = await admin.get<'GET /api/madetomeasure/garments'>(
      `/api/madetomeasure/garments?searchTerm=${encodeURIComponent(jacket.name.toUpperCase())}`,
    );
    expect(named.body).toMatchObject({ totalCount: 1, garments: [{ id: jacket.id }] });
    const { garment } = (await aGarment(admin, `?customerId=${wearer.customerId}`)).body;
    expect(garment.cost).toMatchObject({ unit: 'pieces', left: 3 });
    const stranger = await signInAs(portal, { role: 'Staff' });
    expect((await aGarment(stranger, `?customerId=${wearer.customerId}`)).status).toBe(404);
  });

  it('who acts for a wearer asks the wearer for measurements, gives none, and orders what was answered into their cart', async () => {
    const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId], firstName: 'Ada' });
    const wearer = story.getWearer();
    expect((await impersonate(admin, wearer.customerId)).status).toBe(200);
    expect((await ask(admin)).status).toBe(422);
    const asked = await ask(admin, WITHOUT_MEASUREMENTS);
    expect([asked.status, asked.errors]).toEqual([200, {}]);
    const { id } = asked.body.request;
    expect(asked.body.request).toMatchObject({ status: 'asked', customerId: wearer.customerId, isOwn: false });
    expect(asked.body.request.requestedBy).toContain('Ada');
    expect(await sealedOf(id)).toBeNull();
    expect((await mailsAbout(wearer.email)).map(({ template }) => template)).toContain('measurements-asked');
    const given = { measurements: [{ name: 'Chest', value: 104, unit: 0 }], consentVersion: 1 };
    expect((await admin.post(`/api/madetomeasure/${id}/measurements`, given)).status).toBe(403);
    expect((await act(admin, id, 'withdraw')).status).toBe(403);
    expect((await wearer.post(`/api/madetomeasure/${id}/measurements`, given)).status).toBe(200);
    expect((await admin.get(`/api/madetomeasure/${id}/measurements`)).status).toBe(403);
    await answer(id);
    expect((await act(admin, id, 'order')).status).toBe(200);
    await requestSummary(portal.db, wearer);
    expect(await cartOf(wearer)).toMatchObject([{ quantity: 1, attributeDescription: 'Made to measure' }]);
  });
});
