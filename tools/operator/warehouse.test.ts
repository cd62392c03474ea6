import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { aBackOrderProduct, aReleasedOrder } from '#api/testing/fulfilment.ts';
import { billAll } from '#api/testing/invoices.ts';
import { createProof } from '#api/testing/operator-accounts.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import { askToReturn, RETURN_ACTIONS, RETURN_REASONS } from '#api/testing/returns.ts';
import { aPicture, uploadReturnFiles, useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import type { Call, ReplyOf } from '#contract/index.ts';
import { runOperatorCommand } from './run.ts';

const folder = useDataFolder();
const portal = usePortal(() => ({ environment: { DATA_DIR: folder.path } }));
/** The variables of the client: the address of the portal, and a key that an operator has created for the warehouse. */
let environment: Record<string, string>;

beforeAll(async () => {
  const url = await portal.app.listen({ host: '127.0.0.1', port: 0 });
  const operator = await portal.asOperator();
  const { body } = await operator.post<'POST /api/operator/apikeys'>('/api/operator/apikeys', {
    name: 'Warehouse',
    scopes: ['orders:write', 'shipments:write', 'invoices:read', 'returns:read'],
    brandIds: [1],
    ...(await createProof(portal.db, operator.id)),
  });
  // Node resolves no names below localhost.
  environment = { LIVERY_URL: url.replace('127.0.0.1', 'localhost'), LIVERY_API_KEY: body.secret };
});

async function run(...args: string[]) {
  const written: { output: string | Buffer; errors: string } = { output: '', errors: '' };
  const code = await runOperatorCommand(args, environment, {
    write: (output) => {
      written.output = output;
    },
    writeError: (text) => {
      written.errors += text;
    },
  });
  return { code, ...written };
}

/** The reply of a command that must succeed. */
async function call<C extends Call>(...args: string[]): Promise<ReplyOf<C>> {
  const { code, output, errors } = await run(...args);
  expect([args, code, errors]).toEqual([args, 0, '']);
  return JSON.parse(String(output)) as ReplyOf<C>;
}

it('picks, ships in two parts and delivers an order, and finds its invoices', async () => {
  await setApprovalRules(portal);
  const buyer = await signInAs(portal, {});
  const order = await aReleasedOrder(portal, buyer, [await aBackOrderProduct(portal, 5), 5]);
  const orderId = String(order.id);
  const parcels = (quantity: number) => ({
    parcels: [{ carrier: 'Northline', trackingNumber: 'NL7', items: [{ orderItemId: order.lines[0], quantity }] }],
  });
  const file = join(folder.path, 'of-the-client');

  const board = await call<'GET /api/operator/orders'>('orders', 'list', '--search-term', orderId);
  expect(board.orders).toMatchObject([{ id: order.id, state: 'toPick', readyQuantity: 5 }]);
  expect((await call<'POST /api/operator/orders/:id/picking'>('orders', 'picking', orderId)).success).toBe(true);
  await writeFile(file, JSON.stringify(parcels(2)));
  const ship = ['shipments', 'add', '--body', `@${file}`, '--idempotency-key', 'parcel-1'];
  const first = await call<'POST /api/operator/shipments'>(...ship);
  expect(await call<'POST /api/operator/shipments'>(...ship)).toEqual(first);
  await rm(file);
  expect((await call<'GET /api/operator/orders/:id'>('orders', 'get', orderId)).orders[0]?.lines[0]).toMatchObject({
    pendingQuantity: 3,
  });
  expect(await run('shipments', 'add', '--body', JSON.stringify(parcels(4)))).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringMatching(/^parcels\[0\]\.items\[0\]\.quantity: .+\n$/),
  });
  const second = await call<'POST /api/operator/shipments'>('shipments', 'add', '--body', JSON.stringify(parcels(3)));
  for (const { shipments } of [first, second]) await call('shipments', 'delivered', String(shipments[0]?.id));
  const listed = await call<'GET /api/operator/shipments'>('shipments', 'list', '--orderId', orderId, '--state', 'delivered');
  expect(listed.shipments.map(({ items }) => items[0]?.quantity)).toEqual([3, 2]);

  await billAll(portal);
  const { invoices } = await call<'GET /api/operator/invoices'>('invoices', 'list', '--order-id', orderId);
  expect(invoices).toHaveLength(2);

  const picture = await aPicture();
  const { files } = await uploadReturnFiles(portal, buyer, [{ name: 'sleeve.jpg', content: picture }]);
  const { body } = await askToReturn(buyer, {
    orderId: order.id,
    returnRequestReasonId: RETURN_REASONS.faulty,
    returnRequestActionId: RETURN_ACTIONS.credit,
    fileIds: files.map(({ id }) => id),
    items: [{ id: order.lines[0], quantity: 1 }],
  });
  const path = [String(body.returnRequests[0]?.id), String(files[0]?.id)];
  expect(await run('returns', 'files', 'get', ...path, '--output', file)).toEqual({ code: 0, output: '', errors: '' });
  const saved = await readFile(file);
  expect(saved.subarray(0, 3)).toEqual(picture.subarray(0, 3));
  expect((await run('returns', 'files', 'get', ...path, '--output', '-')).output).toEqual(saved);
  await rm(file);
  expect((await run('returns', 'files', 'get', '1', '999999', '--output', file)).code).toBe(1);
  await expect(readFile(file)).rejects.toThrow('ENOENT');
});

it('prints the errors of the server with their keys', async () => {
  expect(await run('orders', 'get', '99999999')).toMatchObject({ code: 1, output: '', errors: 'order: Order not found.\n' });
  expect(
    (await run('stock', 'receipts', 'add', '--reference', 'A', '--body', '{"items":[{"code":"X","quantity":1}]}')).errors,
  ).toBe('authorization: This API key lacks the scope stock:write.\n');
  const right = environment;
  environment = { ...right, LIVERY_API_KEY: `${right.LIVERY_API_KEY}x` };
  expect((await run('me', 'get')).errors).toMatch(/^authorization: The API key in LIVERY_API_KEY is not valid/);
  environment = right;
});

it('is a command of its own: JSON on the standard output, errors on the standard error, and the exit code', async () => {
  const start = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, 'operator.ts'), ...args], {
      env: { ...process.env, ...environment },
    }).catch((error: { code: number; stdout: string; stderr: string }) => error);
  const [me, unknown] = await Promise.all([start('me', 'get'), start('me', 'set')]);
  expect(JSON.parse(me.stdout)).toMatchObject({ operator: { kind: 'api_key', name: 'Warehouse' } });
  expect(me.stderr).toBe('');
  expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('There is no command "me set"') });
});
