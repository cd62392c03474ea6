import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import { listMailsTo } from '#api/testing/registrations.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import {
  aHallamPerson,
  aWaitingOrder,
  HALLAM,
  ignoreDemonstrationOrders,
  setRequestTimes,
  type WaitingTestOrder,
} from '#api/testing/waiting-orders.ts';
import type { SignedIn } from '#api/testing/wearers.ts';
import { takeStep } from '../order-states/order-steps.queries.ts';
import { escalateApprovals, expireApprovals, remindApprovers } from './approval-deadlines.actions.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
const run = <R>(statement: ReturnType<typeof sql<R>>) => statement.execute(portal.db);

const log = pino({ level: 'silent' });
const at = (moment: string) => ({ ...mailJobs, log, clock: { now: () => Date.parse(moment) } });
const mailsTo = async ({ email }: { email: string }, template: string) =>
  (await listMailsTo(portal.db, email)).filter((mail) => mail.template === template).map(({ data }) => data);

let approver: SignedIn;
let wholeAdmin: SignedIn;
let groupAdmin: SignedIn;
beforeAll(async () => {
  await ignoreDemonstrationOrders(portal);
  approver = await aHallamPerson(portal, { approver: true, firstName: 'Ann' });
  wholeAdmin = await aHallamPerson(portal, { role: 'Admin', firstName: 'Will' });
  groupAdmin = await aHallamPerson(portal, { role: 'Admin', adminableGroupIds: HALLAM.groupIds });
});

/** A Friday afternoon, and the end of the thirty days. */
const FRIDAY = { requestedAt: '2027-01-08T15:00Z', expiresAt: '2027-02-07T15:00Z' };

/** An order that waits since Friday. */
const aFridayOrder = async (options?: Parameters<typeof aWaitingOrder>[1]) => {
  const order = await aWaitingOrder(portal, options);
  await setRequestTimes(portal, order.id, FRIDAY);
  return order;
};

describe('a reminder', () => {
  const remind = (moment: string) => remindApprovers(portal.db, at(moment));

  it('goes to those who can decide on the next working day, once', async () => {
    const { id } = await aFridayOrder();

    for (const tooEarly of ['2027-01-08T23:00Z', '2027-01-09T12:00Z', '2027-01-10T12:00Z', '2027-01-11T07:59Z'])
      expect([tooEarly, await remind(tooEarly)]).toEqual([tooEarly, 0]);
    expect((await Promise.all([remind('2027-01-11T08:00Z'), remind('2027-01-11T08:00Z')])).toSorted()).toEqual([0, 1]);
    expect(await remind('2027-01-12T09:00Z')).toBe(0);

    expect(await mailsTo(approver, 'approval-reminder')).toEqual([
      {
        firstName: 'Ann',
        orders: [{ orderId: id, personName: 'Made Forthetest', requestedOn: '8 January 2027', expiresOn: '7 February 2027' }],
        count: 1,
      },
    ]);
    expect(await mailsTo(wholeAdmin, 'approval-reminder')).toEqual([]);
    expect(await mailsTo(groupAdmin, 'approval-reminder')).toEqual([]);
  });

  it('counts days where the organisation is', async () => {
    await aFridayOrder();
    const setZone = (zone: string) => run(sql`update organisation set time_zone = ${zone} where id = 2`);
    await setZone('Pacific/Auckland');
    try {
      // In Auckland it was Saturday, four in the morning, when approval was requested.
      expect(await remind('2027-01-10T18:59Z')).toBe(0);
      expect(await remind('2027-01-10T19:00Z')).toBe(1);
    } finally {
      await setZone('Europe/London');
    }
  });

  it('names all orders of a recipient in one mail', async () => {
    const buyer = await aHallamPerson(portal, { approver: true });
    const ids = [(await aFridayOrder()).id, (await aFridayOrder()).id];

    expect(await remind('2027-01-11T09:00Z')).toBe(2);

    const mails = await mailsTo(buyer, 'approval-reminder');
    expect(mails).toMatchObject([{ count: 2, orders: ids.map((orderId) => ({ orderId })) }]);
    const { text } = (await mailJobs.renderMails(buyer.email)).at(-1) ?? { text: '' };
    expect(text).toContain('2 orders are waiting for your approval');
    expect(text).toContain('/index/approvals');
  });

  it('reaches the delegate instead of the approver, on the days of the delegation only', async () => {
    const delegate = await aHallamPerson(portal, { approver: true });
    await run(sql`insert into delegation (organisation_id, approver_id, delegate_id, starts_on, ends_on)
      values (2, ${approver.customerId}, ${delegate.customerId}, '2027-01-10', '2027-01-11')`);
    const before = (await mailsTo(approver, 'approval-reminder')).length;
    await aFridayOrder();
    await remind('2027-01-11T09:00Z');
    expect((await mailsTo(approver, 'approval-reminder')).length).toBe(before);
    expect(await mailsTo(delegate, 'approval-reminder')).toHaveLength(1);

    await aFridayOrder();
    await remind('2027-01-12T09:00Z');
    expect((await mailsTo(approver, 'approval-reminder')).length).toBe(before + 1);
  });

  it('reaches the administrators of the whole organisation when no approver is left', async () => {
    const owner = await aHallamPerson(portal, { role: 'Admin', approver: true, groupIds: [12] });
    const { id } = await aFridayOrder({ groupIds: [12] });
    await run(sql`update orders set customer_id = ${owner.customerId} where id = ${id}`);
    await run(
      sql`update customer set allow_order_approval = false where organisation_id = 2 and id not in (${approver.customerId}, ${owner.customerId})`,
    );
    await remind('2027-01-11T09:00Z');
    expect(await mailsTo(wholeAdmin, 'approval-reminder')).toMatchObject([{ orders: [{ orderId: id }] }]);
    expect(await mailsTo(owner, 'approval-reminder')).toEqual([]);
  });
});

describe('escalation', () => {
  it('asks every administrator of the whole organisation after the days that the organisation sets, once', async () => {
    const { id } = await aFridayOrder();
    const escalate = (moment: string) => escalateApprovals(portal.db, at(moment));
    expect(await escalate('2027-01-13T14:59Z')).toBe(0);

    const first = await Promise.all([escalate('2027-01-13T15:00Z'), escalate('2027-01-13T15:00Z')]);

    expect(first[0] + first[1]).toBeGreaterThan(0);
    expect(await escalate('2027-01-14T15:00Z')).toBe(0);
    const mails = await mailsTo(wholeAdmin, 'approval-escalated');
    expect(mails.flatMap(({ orders }) => orders as { orderId: number }[]).filter(({ orderId }) => orderId === id)).toHaveLength(
      1,
    );
    expect(await mailsTo(groupAdmin, 'approval-escalated')).toEqual([]);
    expect(await mailsTo(approver, 'approval-escalated')).toEqual([]);
  });
});

describe('an order on which no one decides in time', () => {
  const passDeadline = () => {
    const clock = { now: () => portal.clock.now() + 31 * 86_400_000 };
    return expireApprovals(portal.db, { ...mailJobs, log, clock });
  };
  const read = async ({ id, product }: WaitingTestOrder) =>
    (
      await run(sql<Record<string, unknown>>`
        select o.order_state_id as "order", o.payment_state_id as payment, o.goods_minor as goods, o.cancelled_value_minor as cancelled,
          o.pending_value_minor as pending, s.reserved, a.status,
          (select e.data from order_event e where e.order_id = o.id order by e.id desc limit 1) as event,
          (select json_agg(json_build_object('action', e.action, 'by', e.actor_id)) from audit_event e
            where e.subject_kind = 'order' and e.subject_id = o.id::text and e.action like 'order.approval%') as audit
        from orders o join approval a on a.order_id = o.id, stock_level s
        where o.id = ${id} and s.product_id = ${product.id}`)
    ).rows[0];

  it('is cancelled by the job, gives back what it reserved, and its person and who placed it are mailed once', async () => {
    const order = await aWaitingOrder(portal, { placedBy: 'sales@hallam.example', firstName: 'Wendy' });
    expect(await read(order)).toMatchObject({ order: 50, reserved: 2, status: 'requested' });
    await run(sql`update approval set expires_at = 'infinity' where order_id <> ${order.id} and status = 'requested'`);
    expect(await expireApprovals(portal.db, { ...mailJobs, log, clock: portal.clock })).toBe(0);

    expect((await Promise.all([passDeadline(), passDeadline()])).toSorted()).toEqual([0, 1]);
    expect(await passDeadline()).toBe(0);

    expect(await read(order)).toEqual({
      order: 40,
      payment: 50,
      goods: 2000,
      cancelled: 2000,
      pending: 0,
      reserved: 0,
      status: 'expired',
      event: { cause: { kind: 'approval_expired' } },
      audit: [{ action: 'order.approval-expired', by: null }],
    });
    expect(await mailsTo(order.person, 'approval-expired')).toEqual([
      { firstName: 'Wendy', orderId: order.id, personName: null },
    ]);
    expect(await mailsTo({ email: 'sales@hallam.example' }, 'approval-expired')).toMatchObject([
      { orderId: order.id, personName: 'Wendy Forthetest' },
    ]);
  });

  it('stays approved when someone approves it at the same moment', async () => {
    const order = await aWaitingOrder(portal);
    const ref = { organisationId: 2, orderId: order.id };
    await runInTransaction(portal.db, async (tx) => {
      expect(await takeStep(tx, ref, 'approve', { actor: { kind: 'customer', id: approver.customerId } })).toBe(true);
      // The order is locked by the approver: the job does not wait for them.
      expect(await passDeadline()).toBe(0);
    });
    expect(await passDeadline()).toBe(0);
    expect(await read(order)).toMatchObject({ order: 10, reserved: 2, status: 'approved' });
    expect(await mailsTo(order.person, 'approval-expired')).toEqual([]);
  });

  it('does not stop the others when it fails', async () => {
    const [broken, other] = [await aWaitingOrder(portal), await aWaitingOrder(portal)];
    await run(sql`update stock_level set reserved = 0 where product_id = ${broken.product.id}`);

    await expect(passDeadline()).rejects.toThrow('Orders that could not expire: 1.');

    expect(await read(broken)).toMatchObject({ order: 50, status: 'requested' });
    expect(await read(other)).toMatchObject({ order: 40, status: 'expired', reserved: 0 });
  });
});
