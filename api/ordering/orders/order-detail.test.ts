import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, aWardrobe, orderItems, unpublishProduct } from '#api/testing/builders.ts';
import { createDecisions, PO } from '#api/testing/decisions.ts';
import { cancel, changeLine, lineOf, orderOf, pick, sizeOf, withRules } from '#api/testing/order-changes.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aHallamPerson, aWaitingOrder } from '#api/testing/waiting-orders.ts';
import { orderFor, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const { decide } = createDecisions(portal);
beforeAll(() => sql`delete from approval_rule where organisation_id = 1`.execute(portal.db));

describe('the approval of an order', () => {
  it('names those who can decide, and until when, only while it waits', async () => {
    const groups = await sql<{ id: number }>`
      insert into organisation_group (organisation_id, name) values (2, 'Boat house') returning id`.execute(portal.db);
    const groupIds = [groups.rows[0]?.id as number];
    const approvers = [];
    for (const firstName of ['Ana', 'Ben', 'Cem', 'Dora', 'Eli'])
      approvers.push(await aHallamPerson(portal, { role: 'Buyer', approver: true, groupIds, firstName }));
    const { id, person } = await aWaitingOrder(portal, { groupIds });

    const { approval } = await orderOf(person, id);

    expect(approval).toMatchObject({ status: 'requested', closedOnUtc: null });
    expect(approval?.deciderNames).toContain('Ana Forthetest');
    expect(approval?.deciderNames).toHaveLength(4);
    const wait = Date.parse(String(approval?.expiresOnUtc)) - Date.parse(String(approval?.requestedOnUtc));
    expect(Math.round(wait / 86_400_000)).toBe(30);

    const [approver] = approvers;
    if (!approver) throw new Error('There is no approver.');
    expect((await decide(approver, { id, action: 'amend', rejectReason: 'Choose black.' })).status).toBe(200);
    expect((await orderOf(person, id)).approval).toMatchObject({
      status: 'sentBack',
      action: 'amend',
      rejectReason: 'Choose black.',
      byName: 'Ana Forthetest',
      closedOnUtc: expect.stringMatching(/Z$/),
      expiresOnUtc: null,
      deciderNames: [],
    });
  });

  it('names no amount to someone who sees no prices', async () => {
    const shirt = await aStockedProduct(portal.db);
    const wearer = await signInAs(portal, { role: 'Staff' });
    await aWardrobe(portal.db, wearer.customerId, [shirt]);
    await withRules(portal, [{ kind: 'above_amount', amountMinor: 500 }], async () => {
      const id = await orderItems(portal.db, wearer, anItem(shirt));
      const admin = await portal.as('admin@meridian.example');

      expect((await orderOf(admin, id)).approval?.reasons).toEqual(['Goods worth more than £5.00']);
      await sql`update organisation set wearers_see_prices = false where id = 1`.execute(portal.db);
      try {
        const unpriced = await portal.as(wearer.email);
        expect((await orderOf(unpriced, id)).approval?.reasons).toEqual(['Goods worth more than the organisation’s limit']);
      } finally {
        await sql`update organisation set wearers_see_prices = true where id = 1`.execute(portal.db);
      }
    });
  });
});

describe('the lines of an order', () => {
  it('can be changed while the product is offered in another size', async () => {
    const [shirt, cap] = [await aStockedProduct(portal.db, { stock: [5, 5] }), await aStockedProduct(portal.db, { stock: [5] })];
    const buyer = await signInAs(portal, {});
    const id = await orderItems(portal.db, buyer, anItem(shirt, 2), anItem(cap));
    const changeable = async (client = buyer) => (await orderOf(client, id)).orderItems.map(({ changeAllowed }) => changeAllowed);

    expect(await changeable()).toEqual([true, false]);
    await unpublishProduct(portal.db, shirt.id);
    expect(await changeable()).toEqual([false, false]);
  });

  it('can be changed by no one once they are cancelled or picked, and not by an administrator when the person has left', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [9, 9] });
    const buyer = await signInAs(portal, {});
    const [first, second, third] = [
      await orderItems(portal.db, buyer, anItem(shirt)),
      await orderItems(portal.db, buyer, anItem(shirt)),
      await orderItems(portal.db, buyer, anItem(shirt)),
    ];
    const admin = await portal.as('admin@meridian.example');
    const changeable = async (id: number) => (await orderOf(admin, id)).orderItems[0]?.changeAllowed;

    await cancel(buyer, first);
    await pick(portal, second);
    expect([await changeable(first), await changeable(second), await changeable(third)]).toEqual([false, false, true]);

    await sql`update customer set active = false where id = ${buyer.customerId}`.execute(portal.db);
    expect(await changeable(third)).toBe(false);
    expect((await changeLine(admin, third, await lineOf(admin, third), { combinationId: sizeOf(shirt, 1) })).status).toBe(409);
  });
});

describe('the history of an order', () => {
  it('says what kind of event each entry is, and who placed the order', async () => {
    const { id, person } = await aWaitingOrder(portal);
    await decide(await portal.as('approver@hallam.example'), { id, action: 'approve', ...PO });
    await pick(portal, id);

    const order = await orderOf(person, id);

    expect(order.orderNotes.map(({ kind }) => kind)).toEqual(['approved', 'picking_started']);
    expect(order.placedByName).toBe(`${order.customer.firstName} ${order.customer.lastName}`);

    const shirt = await aStockedProduct(portal.db);
    const wearer = await signInAs(portal, { role: 'Staff' });
    await aWardrobe(portal.db, wearer.customerId, [shirt]);
    const sales = await orderFor(portal, wearer.customerId);
    const placed = await orderItems(portal.db, { ...sales, customerId: wearer.customerId }, anItem(shirt));
    const { placedByName, customer } = await orderOf(wearer, placed);
    expect(placedByName).not.toBe(`${customer.firstName} ${customer.lastName}`);
    expect(placedByName).toMatch(/\S \S/);
  });
});
