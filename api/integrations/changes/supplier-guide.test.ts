import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signBody } from '#api/integrations/webhooks/signature.rules.ts';
import { billShipments } from '#api/ordering/invoices/issue-invoices.actions.ts';
import { aStockedProduct } from '#api/testing/builders.ts';
import { aReleasedOrder } from '#api/testing/fulfilment.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import { createCursorCopies } from '#api/testing/order-receiver.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aQuote } from '#api/testing/quotes.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

// The commands of the guide at `/docs/api`, run as they are printed.

const portal = usePortal();
const guide = await readFile(new URL('../../platform/http/api-docs/supplier-guide.md', import.meta.url), 'utf8');
/** The commands of each chapter, in their order. */
const commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command = '']) => command);

let folder = '';
let address = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-guide-'));
  address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const keyOf = ({ headers }: TestOperatorClient) => String(headers.authorization).replace('Bearer ', '');

/** Runs a command of the guide; returns what it prints. */
async function run(command: string, variables: Record<string, string | number>): Promise<string> {
  const env = {
    PATH: process.env.PATH ?? '',
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)])),
  };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { cwd: folder, env });
  return stdout;
}

it('the way of an order goes as the guide says, by its own commands', async () => {
  await setApprovalRules(portal);
  await sql`update organisation set invoice_mode = 'shipment' where id = 1`.execute(portal.db);
  const buyer = await signInAs(portal, {});
  const shirt = await aStockedProduct(portal.db, { organisationIds: [1], stock: [9], price: 1_000 });
  const order = await aReleasedOrder(portal, buyer, [shirt, 3]);
  const key = await portal.asApiKey(['orders:write', 'shipments:write', 'invoices:write'], [1]);
  const [settings, list, changes, more, signature, pull, pick, ship, cancel, deliver, invoices, pay] = commands;
  expect(commands).toHaveLength(15);
  expect(settings).toMatch(/^export LIVERY=.+\nexport KEY=livery_key_…\n$/);
  const fixed = { LIVERY: address.replace('127.0.0.1', 'localhost'), KEY: keyOf(key) };
  const call = async (command: string | undefined, variables: Record<string, string | number> = {}) =>
    JSON.parse(await run(command as string, { ...fixed, ...variables }));

  expect((await call(list)).orders.length).toBeGreaterThan(0);
  const first = await call(changes);
  expect(first.orders).toHaveLength(100);
  expect((await call(more, { CURSOR: first.nextCursor })).orders[0].id).toBeGreaterThan(first.orders[99].id);

  const [pulled] = (await call(pull, { ORDER: order.id })).orders;
  expect(pulled).toMatchObject({
    isReleased: true,
    orderStatus: 'Pending',
    goodsTotal: 30,
    lines: [{ quantity: 3, pendingQuantity: 3 }],
  });
  const variables = { ORDER: order.id, LINE: pulled.lines[0].id, ORGANISATION: pulled.organisationId };
  expect((await call(pick, variables)).success).toBe(true);
  const sent = await call(ship, variables);
  // Sent again, it is the same parcel.
  expect(await call(ship, variables)).toEqual(sent);
  expect((await call(cancel, variables)).orders[0].lines[0]).toMatchObject({
    shippedQuantity: 2,
    cancelledQuantity: 1,
    pendingQuantity: 0,
  });
  expect((await call(deliver, { SHIPMENT: sent.shipments[0].id })).shipments[0].deliveredOnUtc).not.toBeNull();
  await billShipments(portal.db, {
    log: pino({ level: 'silent' }),
    clock: { now: () => Date.now() },
    afterIssue: async () => {},
  });
  const [invoice] = (await call(invoices, variables)).invoices;
  expect(invoice).toMatchObject({ kind: 'invoice', orderIds: [order.id] });
  const paid = await call(pay, { ...variables, INVOICE: invoice.id, OPEN: invoice.openAmount });
  expect(paid.completedOrderIds).toEqual([order.id]);

  // What the numbers mean, in the state at the end.
  const [done] = (await call(pull, variables)).orders;
  expect(done.orderStatus).toBe('Complete');
  expect(done.goodsTotal).toBeCloseTo(done.shippedValue + done.cancelledValue + done.pendingValue, 2);
  expect(done.total).toBeCloseTo(done.goodsTotal + done.goodsTax + done.deliveryTotal + done.deliveryTax + done.fee, 2);
  for (const line of done.lines) expect(line.quantity).toBe(line.shippedQuantity + line.cancelledQuantity + line.pendingQuantity);
  expect(invoice.total).toBeCloseTo(invoice.netTotal + invoice.taxTotal, 2);
  expect(done.invoiceIds).toEqual([invoice.id]);

  // Among those of the demonstration.
  const copies = createCursorCopies(key, ['invoices']);
  await copies.pullAll();
  expect(copies.records.invoices.get(invoice.id)).toMatchObject({
    organisationId: 1,
    status: 'paid',
    openAmount: 0,
    lines: [{ quantity: 2 }, {}],
  });

  const body = '{"text":"Zoë"}\n';
  await writeFile(join(folder, 'body.json'), body);
  const header = signBody(['whsec_a'], 1_795_000_000, body);
  expect(`t=1795000000,v1=${(await run(signature as string, { T: 1_795_000_000, SECRET: 'whsec_a' })).trim()}`).toBe(header);
});

it('the way of a quote goes as the guide says, by its own commands', async () => {
  const buyer = await signInAs(portal, {});
  const coat = await aStockedProduct(portal.db, { organisationIds: [1], callForPrice: true });
  const asked = await aQuote(buyer, { items: [{ productId: coat.id, quantity: 20 }] });
  const key = await portal.asApiKey(['quotes:write'], [1]);
  const [list, save, send] = commands.slice(-3) as [string, string, string];
  const variables = {
    ...{ LIVERY: address.replace('127.0.0.1', 'localhost'), KEY: keyOf(key) },
    ...{ QUOTE: asked.id, ITEM: asked.items[0]?.id ?? 0, PRODUCT: coat.id },
  };

  const waiting = JSON.parse(await run(list, variables)).quotes as { id: number; waitingDays: number }[];
  expect(waiting.find(({ id }) => id === asked.id)).toMatchObject({ waitingDays: 0 });
  expect(waiting.map(({ waitingDays }) => waitingDays)).toEqual(
    waiting.map(({ waitingDays }) => waitingDays).sort((a, b) => b - a),
  );
  const draft = JSON.parse(await run(save, variables)).quote.draft;
  expect(draft).toMatchObject({ notes: 'One delivery.', items: [{ unitPrice: 18.5, problems: [] }] });
  const sent = JSON.parse(await run(send, variables)).quote.quote;
  expect(sent).toMatchObject({ status: 'Quoted', version: 1, total: 370, items: [{ leadTimeDays: 10 }] });
  // Sent again, it is the same version.
  expect(JSON.parse(await run(send, variables)).quote.quote.version).toBe(1);
});

it('a misspelt parameter is refused with its name, as the guide says', async () => {
  const key = await portal.asApiKey(['orders:read'], [1]);
  const command = (commands[1] as string).replace('limit=5', 'limt=5').replace('--fail-with-body ', '');

  const reply = JSON.parse(await run(command, { LIVERY: address.replace('127.0.0.1', 'localhost'), KEY: keyOf(key) }));

  expect(reply.errors).toEqual({ limt: ['There is no such parameter.'] });
});
