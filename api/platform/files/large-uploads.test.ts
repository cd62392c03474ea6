import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import type { TestClient } from '#api/testing/portal.ts';
import { aPdf, MULTIPART_TYPE, multipart, uploadReturnFiles, useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const MEGABYTE = 1_000_000;
const GIGABYTE = 1000 * MEGABYTE;

const folder = useDataFolder();
const portal = usePortal({ environment: { DATA_DIR: folder.path } });
let wearer: TestClient;
let port: number;

beforeAll(async () => {
  wearer = await portal.as('staff@meridian.example');
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  port = (portal.app.server.address() as AddressInfo).port;
});

/** Sends one file of this many zeros until the server responds or closes the connection. */
async function sendZeros(size: number, headers: Record<string, string> = {}) {
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/returnfile',
    headers: { ...wearer.headers, 'content-type': MULTIPART_TYPE, ...headers },
  });
  const response = Promise.withResolvers<IncomingMessage | undefined>();
  let isOver = false;
  let resume = () => {};
  const end = (found?: IncomingMessage) => {
    isOver = true;
    response.resolve(found);
    resume();
  };
  sent.on('drain', () => resume());
  sent.on('response', end).on('close', () => end());
  // The connection is closed while the client is still sending.
  sent.on('error', () => {});
  const [head = Buffer.alloc(0), tail = Buffer.alloc(0)] = splitForm();
  sent.write(head);
  const chunk = Buffer.alloc(MEGABYTE);
  let bytes = 0;
  while (bytes < size && !isOver) {
    bytes += chunk.length;
    const drained = new Promise<void>((resolve) => {
      resume = resolve;
    });
    if (!sent.write(chunk) && !isOver) await drained;
  }
  if (!isOver) sent.end(tail);
  const received = await response.promise;
  return { status: received?.statusCode, body: received && (await json(received)), bytes };
}

function splitForm(): Buffer[] {
  const form = multipart([{ name: 'a.pdf', content: Buffer.from('%CUT%') }]);
  const at = form.indexOf('%CUT%');
  return [form.subarray(0, at), form.subarray(at + 5)];
}

const uploads = async () => (await folder.listFiles()).filter((path) => path.includes('upload-'));

it('of a gigabyte are cut at the limit, without taking memory, and leave nothing on disk', async () => {
  const before = process.memoryUsage().rss;

  const { status, body, bytes } = await sendZeros(GIGABYTE);

  expect([status, body]).toEqual([413, { errors: { file: ['The files are too large: at most 10 MB each.'] } }]);
  expect(bytes).toBeLessThan(150 * MEGABYTE);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE);
  expect(await uploads()).toEqual([]);
});

it('are refused before they are received when the request says how large it is', async () => {
  const { status, bytes } = await sendZeros(GIGABYTE, { 'content-length': String(GIGABYTE) });

  expect(status).toBe(413);
  expect(bytes).toBeLessThan(20 * MEGABYTE);
});

it('of somewhat more than the limit are received to their end, so that the client reads why they are refused', async () => {
  expect(await sendZeros(30 * MEGABYTE)).toEqual({
    status: 413,
    body: { errors: { file: ['“a.pdf” is larger than 10 MB.'] } },
    bytes: 30 * MEGABYTE,
  });
});

it('that the client gives up are deleted, and take no place from others', async () => {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const sent = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/returnfile',
      headers: { ...wearer.headers, 'content-type': MULTIPART_TYPE },
    });
    sent.on('error', () => {});
    sent.write(Buffer.concat([splitForm()[0] as Buffer, Buffer.alloc(100_000)]));
    await expect.poll(uploads).toHaveLength(1);
    sent.destroy();
    await expect.poll(uploads).toEqual([]);
  }

  expect((await uploadReturnFiles(portal, wearer, [{ name: 'a.pdf', content: aPdf() }])).status).toBe(200);
});

it('are limited in number for each person, while colleagues can go on', async () => {
  const open = Array.from({ length: 3 }, () => {
    const sent = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/returnfile',
      headers: { ...wearer.headers, 'content-type': MULTIPART_TYPE },
    });
    sent.on('error', () => {});
    sent.write(splitForm()[0] as Buffer);
    sent.write(Buffer.alloc(1000));
    return sent;
  });
  await expect.poll(uploads).toHaveLength(3);
  const file = { name: 'a.pdf', content: aPdf() };

  const refused = await uploadReturnFiles(portal, wearer, [file]);

  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
  expect((await uploadReturnFiles(portal, await portal.as('admin@meridian.example'), [file])).status).toBe(200);
  for (const sent of open) sent.destroy();
  await expect.poll(uploads).toEqual([]);
});
