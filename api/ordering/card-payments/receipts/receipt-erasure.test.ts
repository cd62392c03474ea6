import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHosts } from '#api/platform/http/hosts.ts';
import { payOrder } from '#api/testing/card-refunds.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import { anEventOf, createFakePaymentProvider } from '#api/testing/fake-payment-provider.ts';
import { anOwnPayer, placeMixedOrder } from '#api/testing/own-payment.ts';
import { readPdf } from '#api/testing/pdf-reader.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import { applyPaymentEvent } from '../apply-event.actions.ts';
import { expirePayments } from '../payment-deadlines.actions.ts';
import type { PaymentDependencies } from '../payment-dependencies.ts';

const fake = createFakePaymentProvider();
const portal = usePortal({ findPaymentProvider: fake.find });
const mailJobs = useMailJobs(portal);
const HOUR_MS = 3_600_000;
let admin: TestClient;

beforeAll(async () => {
  admin = await signInAs(portal, { role: 'Admin' });
});

const dependencies = (now = Date.now()): PaymentDependencies => ({
  ...mailJobs,
  db: portal.db,
  hosts: createHosts(portal.db),
  clock: { now: () => now },
  log: pino({ level: 'silent' }),
  findPaymentProvider: fake.find,
});

/** Someone with a name and a street of their own who has ordered. */
async function aNamedPayer() {
  const payer = await anOwnPayer(portal);
  await sql`update customer set first_name = 'Tiuri', last_name = 'Dagonaut' where id = ${payer.id}`.execute(portal.db);
  const { orderId } = await placeMixedOrder(portal.db, payer);
  await sql`update orders set billing_address = billing_address || '{"address1": "7 Mistrinaut Lane", "zipPostalCode": "MN7 1AA"}'
    where id = ${orderId}`.execute(portal.db);
  return { ...payer, orderId };
}

describe('erasing a person who has paid by card', () => {
  it('keeps the receipt with its number and amounts, and leaves their name and address out of it and of its PDF', async () => {
    const { id, email, orderId, client } = await aNamedPayer();
    await payOrder({ db: portal.db, jobs: mailJobs.jobs, vault: mailJobs.vault }, orderId);
    const readReceipt = async () =>
      (
        await sql<{ id: number; number: string; total: number; printed: string }>`
          select id, receipt_number as number, total_minor as total, buyer::text || lines::text as printed from receipt where order_id = ${orderId}`.execute(
          portal.db,
        )
      ).rows[0] as { id: number; number: string; total: number; printed: string };
    const operator = await portal.asOperator();
    const before = await readReceipt();
    const readPrinted = async () => {
      const url = `/api/operator/receipts/${before.id}/pdf`;
      const { rawPayload } = await portal.app.inject({ url, headers: operator.headers });
      return (await readPdf(Readable.from([rawPayload]))).pages.join('\n');
    };
    expect(before.printed).toContain('Mistrinaut');
    expect(await readPrinted()).toContain('Dagonaut');

    expect((await erasePerson(admin, id, email)).status).toBe(200);

    const after = await readReceipt();
    expect(after).toMatchObject({ number: before.number, total: before.total });
    expect(after.printed).not.toMatch(/Tiuri|Dagonaut|Mistrinaut|MN7/);
    const printed = await readPrinted();
    expect(printed).toContain(before.number);
    expect(printed).not.toMatch(/Tiuri|Dagonaut|Mistrinaut|MN7/);
    expect((await client.get('/api/orders')).status).toBe(401);
  });
});

describe('erasing a person with an order that waits for its payment', () => {
  it('lets it expire as any other', async () => {
    const { id, email, orderId } = await aNamedPayer();
    expect((await erasePerson(admin, id, email)).status).toBe(200);
    await sql`update orders set payment_due_at = now() - interval '1 minute' where id = ${orderId}`.execute(portal.db);
    await expirePayments(dependencies(Date.now() + HOUR_MS));
    const { rows } = await sql`select order_state_id as state, payment_due_at as due from orders where id = ${orderId}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ state: 40, due: null }]);
    // What comes later goes back.
    expect(await applyPaymentEvent(dependencies(), 1, 'simulated', anEventOf(fake.sessionOf(orderId), 'paid'))).toBe('applied');
    const refunds =
      await sql`select amount_minor as amount, is_excess as excess from card_refund where order_id = ${orderId}`.execute(
        portal.db,
      );
    expect(refunds.rows).toEqual([{ amount: 3600, excess: true }]);
  });
});
