import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from '#api/testing/portal.ts';
import { aPdf, uploadReturnFiles, useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';

/** The test file of the makers of malware scanners, in two parts so that no scanner finds it here. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

const folder = useDataFolder();
const socket = join(folder.path, 'clamd.sock');
let reply: (content: Buffer) => string;

/** Speaks the part of clamd's protocol that is used: the command, chunks with their lengths, and a reply once an empty one ends them. */
const scanner = createServer((connection) => {
  let received = Buffer.alloc(0);
  connection.on('error', () => {});
  connection.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
    const contents: Buffer[] = [];
    let position = 'zINSTREAM\0'.length;
    while (position + 4 <= received.length) {
      const length = received.readUInt32BE(position);
      if (length === 0) return void connection.end(reply(Buffer.concat(contents)));
      if (position + 4 + length > received.length) return;
      contents.push(received.subarray(position + 4, position + 4 + length));
      position += 4 + length;
    }
  });
});

const portal = usePortal({ environment: { DATA_DIR: folder.path, FILES_CLAMD: socket }, logTo: { write: () => {} } });
let wearer: TestClient;

beforeAll(async () => {
  wearer = await portal.as('staff@meridian.example');
  await once(scanner.listen(socket), 'listening');
});
afterAll(() => scanner.close());

const upload = (content: Buffer) => uploadReturnFiles(portal, wearer, [{ name: 'a.pdf', content }]);

it('refuses files in which the scanner finds malware, and takes others', async () => {
  reply = (content) => (content.includes(EICAR) ? 'stream: Win.Test.EICAR_HDB-1 FOUND\0' : 'stream: OK\0');

  expect(await upload(aPdf(EICAR))).toMatchObject({
    status: 422,
    errors: { file: ['“a.pdf” contains malware. Nothing was saved.'] },
  });
  expect((await upload(aPdf('x'.repeat(300_000)))).status).toBe(200);
});

it.each(['INSTREAM size limit exceeded. ERROR\0', 'stream: OK, or perhaps not', ''])(
  'refuses files when the scanner replies %j',
  async (text) => {
    reply = () => text;

    expect((await upload(aPdf())).status).toBe(503);
  },
);

it('refuses files when there is no scanner', async () => {
  scanner.close();

  expect((await upload(aPdf())).status).toBe(503);
  expect((await folder.listFiles()).filter((path) => path.includes('upload-'))).toEqual([]);
});
