import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anItem,
  aStockedProduct,
  aWardrobe,
  NORTH,
  orderItems,
  type StockedProduct,
  setProductPrice,
} from '#api/testing/builders.ts';
import { cancel, changeLine, eventsOf, lineOf, setApprovalRules, sizeOf } from '#api/testing/order-changes.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { orderFor, type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);

let shirt: StockedProduct;
/** A wearer whose uniform is counted in pieces, and Sales, who orders for them. */
let wearer: SignedIn;
let placer: SignedIn;
let approver: SignedIn;
/** A wearer who approves orders, and sees no prices either. */
let approvingWearer: SignedIn;

beforeAll(async () => {
  await setApprovalRules(portal, { kind: 'above_amount', amountMinor: 2000 });
  shirt = await aStockedProduct(portal.db, { price: 1234, stock: [500, 500] });
  wearer = await signInAs(portal, { role: 'Staff', firstName: 'Wendy' });
  await aWardrobe(portal.db, wearer.customerId, [shirt], { quantity: null });
  placer = await signInAs(portal, { role: 'Sales' });
  approver = await signInAs(portal, { approver: true });
  approvingWearer = await signInAs(portal, { role: 'Staff', approver: true });
});

const anOrder = async (pieces = 3) =>
  orderItems(
    portal.db,
    { ...(await orderFor(portal, wearer.customerId, placer.email)), customerId: wearer.customerId },
    anItem(shirt, pieces),
  );

/** The mails about an order to a person as they read them, by template. */
async function readMails(orderId: number, { email }: SignedIn) {
  const { rows } = await sql<{ template: string; isAboutIt: boolean }>`
    select template, (data ->> 'orderId')::bigint = ${orderId} as "isAboutIt" from mail_outbox where recipient = ${email} order by created_at, id`.execute(
    portal.db,
  );
  const rendered = await mailJobs.renderMails(email);
  return rows.flatMap(({ template, isAboutIt }, index) => {
    const mail = rendered[index];
    return isAboutIt && mail ? [{ template, subject: mail.subject, text: mail.text, html: mail.html }] : [];
  });
}

const decide = (id: number, decision: object) =>
  approver.post('/api/orders/approvereject', { id, action: 'approve', rejectReason: 'Not now.', ...decision });
const change = async (id: number, quantity?: number) =>
  changeLine(wearer, id, await lineOf(wearer, id), { combinationId: sizeOf(shirt, 1), quantity });

describe('mails about an order that waits', () => {
  it.each<[string, string[], (id: number) => Promise<{ status: number }>]>([
    ['is approved', ['order-approved'], (id) => decide(id, {})],
    [
      'is approved in part',
      ['order-partly-approved'],
      async (id) => decide(id, { items: [{ id: await lineOf(wearer, id), quantity: 1 }] }),
    ],
    ['is rejected', ['order-rejected'], (id) => decide(id, { action: 'reject' })],
    ['is sent back', ['order-sent-back'], (id) => decide(id, { action: 'amend' })],
    ['is cancelled', ['order-cancelled'], (id) => cancel(wearer, id)],
    [
      'is cancelled in part',
      ['order-changed'],
      async (id) => cancel(wearer, id, { items: [{ id: await lineOf(wearer, id), quantity: 1 }] }),
    ],
    [
      'changes',
      ['order-changed'],
      async (id) => {
        await setProductPrice(portal.db, shirt.id, 1567);
        const changed = await change(id, 1);
        await setProductPrice(portal.db, shirt.id, 1234);
        return changed;
      },
    ],
  ])('and %s name no amounts to people who see no prices', async (_, templates, act) => {
    const id = await anOrder();

    expect((await act(id)).status).toBe(200);

    const toWearer = await readMails(id, wearer);
    const toPlacer = await readMails(id, placer);
    const toApprovingWearer = await readMails(id, approvingWearer);
    expect(toWearer.map(({ template }) => template)).toEqual(['order-placed', ...templates]);
    expect(toPlacer.map(({ template }) => template)).toEqual(templates);
    for (const { template, subject, text, html } of [...toWearer, ...toApprovingWearer])
      expect([template, `${subject} ${text} ${html}`.match(/£|&pound;|\bGBP\b/g), text.match(/\d\.\d\d/g)]).toEqual([
        template,
        null,
        null,
      ]);
    // The same mails name amounts to those who see prices, except that nothing is charged for what was cancelled.
    expect(toPlacer.map(({ text }) => text.includes('£'))).toEqual([templates[0] !== 'order-cancelled']);
    expect((await readMails(id, approver)).at(0)?.text).toContain('£37.02');
  });

  it('and needs approval again name no amounts to approvers who see no prices', async () => {
    const id = await anOrder(1);
    await setProductPrice(portal.db, shirt.id, 3000);
    expect((await change(id)).status).toBe(200);
    await setProductPrice(portal.db, shirt.id, 1234);

    expect(await eventsOf(portal, id)).toEqual(['line_changed', 'approval_requested']);
    const [toApprover] = await readMails(id, approver);
    const [toApprovingWearer] = await readMails(id, approvingWearer);
    expect(toApprover?.text).toContain('Goods worth more than £20.00');
    expect(toApprovingWearer?.text).toContain('Goods worth more than the organisation’s limit');
    expect(toApprovingWearer?.text).not.toContain('£');
  });
});

describe('the link of the mail that asks for approval', () => {
  const linkIn = (text: string | undefined) => /https?:\/\/\S+?(\/index\/\S+)/.exec(text ?? '')?.[1];

  it('opens the card for an approver, decides nothing and is not found by anyone else', async () => {
    const id = await anOrder();
    const [mail] = await readMails(id, approver);
    const others = {
      wearer,
      placer,
      colleague: await signInAs(portal, { role: 'Staff' }),
      adminOfGroup: await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] }),
      adminElsewhere: await portal.as('admin@hallam.example'),
    };

    expect(linkIn(mail?.text)).toBe(`/index/approvals?order=${id}`);
    const card = await approver.get<'GET /api/orders/:id/approval'>(`/api/orders/${id}/approval`);
    expect(card.body.approval).toMatchObject({ orderId: id, status: 'requested', canDecide: true });
    for (const [name, person] of Object.entries(others))
      expect([name, (await person.get(`/api/orders/${id}/approval`)).status]).toEqual([name, 404]);
    expect((await portal.anonymous().get(`/api/orders/${id}/approval`)).status).toBe(401);
    const { rows } = await sql`
      select o.order_state_id as state, a.status, a.closed_at from orders o join approval a on a.order_id = o.id where o.id = ${id}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ state: 50, status: 'requested', closed_at: null }]);
  });

  it('is that of the mail about an order that needs approval again, too', async () => {
    const id = await anOrder(1);
    await setProductPrice(portal.db, shirt.id, 3000);
    await change(id);
    await setProductPrice(portal.db, shirt.id, 1234);

    expect(linkIn((await readMails(id, approver))[0]?.text)).toBe(`/index/approvals?order=${id}`);
  });
});
