import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addItems, anItem, aWardrobe, orderItems, requestSummary, submitOrder } from '#api/testing/builders.ts';
import { createDecisions, PO } from '#api/testing/decisions.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { orderFor, type SignedIn } from '#api/testing/wearers.ts';

const portal = usePortal();
let approver: SignedIn;
const { aColleague, aShirt, anOrder, decide, query, stateOf, mailsOf, detailOf } = createDecisions(portal);

beforeAll(async () => {
  approver = await aColleague({ approver: true, firstName: 'Ada' });
});

describe('who may decide', () => {
  /** The status for a decision by each of the people, and whether they are told that they can decide. */
  async function tryAll(id: number, people: Record<string, TestClient>) {
    const outcomes: Record<string, [boolean | undefined, number]> = {};
    for (const [name, client] of Object.entries(people)) {
      const detail = await detailOf(client, id);
      const list = await client.get<'GET /api/orders'>('/api/orders?requiresApprovalOnly=true&limit=250');
      expect(list.body.orders.some((order) => order.id === id)).toBe(detail?.approvalAllowed ?? false);
      // Without a reason, those who may decide are refused with 422 and nothing changes.
      outcomes[name] = [detail?.approvalAllowed, (await decide(client, { id, action: 'reject' })).status];
    }
    return outcomes;
  }

  it('is an approver in scope, never the person of the order or who placed it', async () => {
    const placer = await aColleague({ role: 'Admin', approver: true });
    const owner = await aColleague({ role: 'Staff', approver: true });
    const shirt = await aShirt();
    await aWardrobe(portal.db, owner.customerId, [shirt], { organisationId: 2 });
    const ordering = await orderFor(portal, owner.customerId, placer.email);
    const id = await orderItems(portal.db, { ...ordering, customerId: owner.customerId }, anItem(shirt));
    await placer.get('/api/customers/impersonateCancel');

    const substitute = await aColleague();
    await sql`insert into delegation (organisation_id, approver_id, delegate_id, starts_on, ends_on)
      values (2, ${placer.customerId}, ${substitute.customerId}, current_date - 1, current_date + 1)`.execute(portal.db);
    expect(
      await tryAll(id, {
        owner,
        placer,
        'delegate of who placed it': substitute,
        approver,
        'approver of another group': await aColleague({ approver: true, groupIds: [12] }),
        'Admin without the flag': await aColleague({ role: 'Admin' }),
        'Admin of the group with the flag': await aColleague({
          role: 'Admin',
          groupIds: [12],
          adminableGroupIds: [11],
          approver: true,
        }),
        'Admin of another group with the flag': await aColleague({ role: 'Admin', adminableGroupIds: [12], approver: true }),
        'approver of another group who administered this one': await aColleague({
          approver: true,
          groupIds: [12],
          adminableGroupIds: [11],
        }),
        'Buyer of the group': await aColleague(),
        'Staff of the group': await aColleague({ role: 'Staff' }),
        'another organisation': await portal.as('admin@meridian.example'),
      }),
    ).toEqual({
      owner: [false, 403],
      placer: [false, 403],
      'delegate of who placed it': [false, 403],
      approver: [true, 422],
      'approver of another group': [undefined, 404],
      'Admin without the flag': [false, 403],
      'Admin of the group with the flag': [true, 422],
      'Admin of another group with the flag': [undefined, 404],
      'approver of another group who administered this one': [undefined, 404],
      'Buyer of the group': [false, 403],
      'Staff of the group': [undefined, 404],
      'another organisation': [undefined, 404],
    });
    const refusals = [];
    for (const client of [owner, placer]) refusals.push(toRefusal(await decide(client, { id, action: 'approve', ...PO })));
    expect(refusals).toEqual([
      [403, { authorization: ['This is your own order. Someone else has to approve it.'] }],
      [403, { authorization: ['You placed this order. Someone else has to approve it.'] }],
    ]);
  });

  it('is every administrator of the whole organisation where no approver is left', async () => {
    const [admin, groupAdmin, buyer] = [
      await aColleague({ role: 'Admin', groupIds: [12] }),
      await aColleague({ role: 'Admin', adminableGroupIds: [12], groupIds: [12] }),
      await aColleague({ groupIds: [12] }),
    ];
    await sql`update customer set allow_order_approval = false where organisation_id = 2 and id <> ${approver.customerId}`.execute(
      portal.db,
    );
    // Their account is closed.
    const closed = await aColleague({ approver: true, groupIds: [12] });
    await sql`update customer set active = false where organisation_id = 2 and id = ${closed.customerId}`.execute(portal.db);
    await portal.settled();
    const id = await anOrder(buyer, anItem(await aShirt()));

    expect(await tryAll(id, { admin, groupAdmin, approver })).toEqual({
      admin: [true, 422],
      groupAdmin: [false, 403],
      approver: [undefined, 404],
    });
    expect(await mailsOf(admin.email)).toEqual(['approval-requested']);
  });

  it('is the delegate while the approver has delegated, and the approver where the delegate cannot, or their account is closed', async () => {
    const [group] = await query(
      sql<{ id: number }>`insert into organisation_group (organisation_id, name) values (2, 'Kitchens') returning id`,
    );
    const groupIds = [group?.id as number];
    const [away, delegate, buyer] = [
      await aColleague({ approver: true, groupIds }),
      await aColleague({ role: 'Staff', groupIds: [11] }),
      await aColleague({ groupIds }),
    ];
    await sql`insert into delegation (organisation_id, approver_id, delegate_id, starts_on, ends_on)
      values (2, ${away.customerId}, ${delegate.customerId}, current_date - 1, current_date + 1)`.execute(portal.db);
    const id = await anOrder(buyer, anItem(await aShirt()));
    await sql`update orders set placed_by_id = ${delegate.customerId} where id = ${await anOrder(buyer, anItem(await aShirt()))}`.execute(
      portal.db,
    );
    const [placedByDelegate] = await query(
      sql<{ id: number }>`select id from orders where placed_by_id = ${delegate.customerId}`,
    );

    expect(await tryAll(id, { away, delegate })).toEqual({ away: [false, 403], delegate: [true, 422] });
    expect(await tryAll(placedByDelegate?.id as number, { away })).toEqual({ away: [true, 422] });
    expect([await mailsOf(delegate.email), await mailsOf(away.email)]).toEqual([
      ['approval-requested', 'approval-requested'],
      [],
    ]);

    const decided = await decide(delegate, { id, action: 'approve', ...PO });
    expect([decided.status, decided.body.orders[0]?.approvalAllowed]).toEqual([200, false]);
    expect((await detailOf(delegate, id))?.approval?.byCustomerId).toBe(delegate.customerId);
    await sql`update delegation set ends_on = current_date - 1`.execute(portal.db);
    const next = await anOrder(buyer, anItem(await aShirt()));
    expect(await tryAll(next, { away, delegate })).toEqual({ away: [true, 422], delegate: [undefined, 404] });

    await sql`update delegation set ends_on = current_date + 1 where delegate_id = ${delegate.customerId}`.execute(portal.db);
    expect(await tryAll(next, { away, delegate })).toEqual({ away: [false, 403], delegate: [true, 422] });
    await sql`update customer set active = false where organisation_id = 2 and id = ${delegate.customerId}`.execute(portal.db);
    expect(await tryAll(next, { away })).toEqual({ away: [true, 422] });
  });

  it('is no one during impersonation', async () => {
    const id = await anOrder(await aColleague(), anItem(await aShirt()));
    const admin = await aColleague({ role: 'Admin' });
    const acting = await orderFor(portal, approver.customerId, admin.email);

    const { status } = await decide(acting, { id, action: 'approve', ...PO });

    expect([status, (await stateOf(id))?.state]).toEqual([403, 50]);
  });
});

describe('an order on which no one could decide', () => {
  it('is refused before it is placed, and the summary says so', async () => {
    await sql`update customer set allow_order_approval = false where organisation_id = 2`.execute(portal.db);
    await sql`update customer c set active = false from customer_role r
      where c.organisation_id = 2 and r.organisation_id = 2 and r.customer_id = c.id and r.role_id = 33`.execute(portal.db);
    await portal.settled();
    const [only, shirt] = [await aColleague({ role: 'Admin', approver: true }), await aShirt()];
    await addItems(only, anItem(shirt));

    const summary = await requestSummary(portal.db, only);
    const placed = await submitOrder(only);

    const message =
      'This order needs approval, and no one else in your organisation can approve it. Please ask your administrator to name someone.';
    expect([summary.warnings, summary.canPlaceOrder]).toEqual([[message], false]);
    expect(toRefusal(placed)).toEqual([400, { approval: [message] }]);
  });
});
