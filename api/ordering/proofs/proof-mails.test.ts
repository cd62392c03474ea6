import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { awaitProof, decideOnProof, showProof } from '#api/testing/proofs.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';
import { remindDeciders, tellSupplier } from './proof-reminders.actions.ts';
import { releaseForgottenOrders } from './release-orders.actions.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let admin: SignedIn;
let buyer: SignedIn;
let operator: TestOperatorClient;
let shirt: StockedProduct;

beforeAll(async () => {
  await setApprovalRules(portal);
  admin = await signInAs(portal, { role: 'Admin', groupIds: [], firstName: 'Ada' });
  buyer = await signInAs(portal, { role: 'Buyer', firstName: 'Bea' });
  operator = await portal.asOperator({ brandIds: [1], rights: ['customerService'] });
  shirt = await aStockedProduct(portal.db, { stock: [900] });
});
beforeEach(async () => {
  await sql`update proof_request set told_at = now(), reminders = 3`.execute(portal.db);
});

let keys = 0;
async function anAwaitingOrder(design: Partial<Parameters<typeof awaitProof>[2]> = {}) {
  const id = await orderItems(portal.db, buyer, anItem(shirt));
  return { id, requestId: await awaitProof(portal.db, id, { proofKey: `mail:${keys++}`, ...design }) };
}
const mailsOf = async (template: string) =>
  (
    await sql<{ recipient: string; data: Record<string, unknown> }>`
      select recipient, data from mail_outbox where template = ${template} order by created_at, recipient`.execute(portal.db)
  ).rows;
const emailOfOperator = async () =>
  (await sql<{ email: string }>`select email from operator where id = ${operator.id}`.execute(portal.db)).rows[0]?.email;

describe('those who may decide', () => {
  it('are mailed when a proof is ready: the Admins, and of a text also who ordered it', async () => {
    const logo = await anAwaitingOrder({ logoName: 'Gull' });
    const text = await anAwaitingOrder({ text: 'Niamh', requestedById: buyer.customerId });
    await showProof(portal, operator, logo.requestId);
    await showProof(portal, operator, text.requestId);
    const mails = await mailsOf('proof-ready');
    const to = (design: string) => mails.filter(({ data }) => data.design === design).map(({ recipient }) => recipient);
    const [ofLogo, ofText] = [to('Left chest: logo Gull, embroidered'), to('Left chest: text “Niamh”, embroidered')];
    expect(ofLogo).toContain(admin.email);
    expect(ofLogo).not.toContain(buyer.email);
    expect(ofText).toEqual(expect.arrayContaining([admin.email, buyer.email]));
    expect(mails.find(({ recipient }) => recipient === admin.email)?.data).toMatchObject({
      size: '80.5 × 35 mm',
      version: 1,
      orders: 1,
    });
  });

  it('are reminded after two working days, once per two, at most three times, and only while orders wait', async () => {
    const { id, requestId } = await anAwaitingOrder({ logoName: 'Buoy' });
    const { body } = await showProof(portal, operator, requestId);
    const proofId = body.request.versions[0]?.id as number;
    // Friday 6 March 2026, 4 pm in London.
    await sql`update proof set created_at = '2026-03-06T16:00:00Z' where id = ${proofId}`.execute(portal.db);
    const remindAt = async (at: string) => {
      await sql`delete from mail_outbox where template = 'proof-reminder'`.execute(portal.db);
      await remindDeciders(portal.db, { ...mailJobs, clock: { now: () => Date.parse(at) } });
      return (await mailsOf('proof-reminder')).filter(({ recipient }) => recipient === admin.email).length;
    };
    const days = [
      '07T10',
      '08T10',
      '09T10',
      '10T07',
      '10T10',
      '10T11',
      '11T10',
      '12T10',
      '13T10',
      '14T10',
      '16T10',
      '18T10',
      '20T10',
    ];
    const reminded = [];
    for (const day of days) if ((await remindAt(`2026-03-${day}:00:00Z`)) > 0) reminded.push(day);
    expect(reminded).toEqual(['10T10', '12T10', '16T10']);

    await sql`update proof_request set reminders = 0 where id = ${requestId}`.execute(portal.db);
    await sql`update orders set order_state_id = 40 where id = ${id}`.execute(portal.db);
    expect(await remindAt('2026-03-20T10:00:00Z')).toBe(0);
  });
});

describe('the supplier’s customer service', () => {
  it('is told once of designs that need a proof, and at once of a change that is asked for', async () => {
    const { requestId } = await anAwaitingOrder({ logoName: 'Dory' });
    await tellSupplier(portal.db, mailJobs);
    await tellSupplier(portal.db, mailJobs);
    const email = await emailOfOperator();
    const wanted = (await mailsOf('proofs-wanted')).filter(({ recipient }) => recipient === email);
    expect(wanted.map(({ data }) => data)).toMatchObject([
      { count: 1, designs: [{ requestId, design: 'Left chest: logo Dory, embroidered', orders: 1 }] },
    ]);
    const { body } = await showProof(portal, operator, requestId);
    await decideOnProof(admin, body.request.versions[0]?.id as number, { approve: false, comment: 'Larger, please.' });
    const asked = (await mailsOf('proof-change-asked')).filter(({ recipient }) => recipient === email);
    expect(asked.map(({ data }) => data)).toMatchObject([{ requestId, comment: 'Larger, please.' }]);
  });
});

describe('more than a hundred orders that wait for a proof', () => {
  it('are released with the decision as far as a transaction goes, and the others by the job', async () => {
    const { id, requestId } = await anAwaitingOrder();
    await sql`
      with more as (
        insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', nextval(pg_get_serial_sequence('orders', 'id')), 'guid', gen_random_uuid(),
          'checkout_id', gen_random_uuid()))).* from orders o, generate_series(1, 150) where o.id = ${id} returning id),
      line as (
        insert into order_line select (jsonb_populate_record(l, jsonb_build_object('id', nextval(pg_get_serial_sequence('order_line', 'id')), 'order_id', more.id))).*
        from more, order_line l where l.order_id = ${id} returning id)
      insert into order_line_customisation (organisation_id, order_line_id, method_id, method, position_id, position, side, x_cm, y_cm, width_cm, height_cm,
        logo_name, price_minor, setup_minor, design_key, proof_request_id)
      select 1, id, 10, 'Embroidery', 1, 'Left chest', 'front', 1, 1, 9, 7, 'Crest', 0, 0, 'key', ${requestId} from line`.execute(
      portal.db,
    );
    const held = async () =>
      (
        await sql<{ held: number }>`
          select count(*)::int as held from orders o where released_at is null and id in (
            select l.order_id from order_line_customisation d join order_line l on l.id = d.order_line_id where d.proof_request_id = ${requestId})`.execute(
          portal.db,
        )
      ).rows[0]?.held;
    const { body } = await showProof(portal, operator, requestId);
    expect(await held()).toBe(151);
    await decideOnProof(admin, body.request.versions[0]?.id as number, { approve: true });
    expect(await held()).toBe(51);
    expect(await releaseForgottenOrders(portal.db)).toBe(51);
    expect(await held()).toBe(0);
    expect(await releaseForgottenOrders(portal.db)).toBe(0);
  });
});
