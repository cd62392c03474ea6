import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('DELETE FROM mail_outbox');
});
afterAll(async () => {
  await client?.end();
  await database?.close();
});

async function mail(...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'mail.ts'), ...args], {
    env,
  }).catch((error: { stdout: string; stderr: string }) => error);
  return stdout + stderr;
}

const insert = (rest: string) =>
  client.query(`INSERT INTO mail_outbox (brand_id, recipient, template, data, due_at, last_error, failed_at)
    VALUES (1, 'ann@made.example', 'password-changed', '{}', ${rest}) RETURNING id`);

test('lists waiting and failed mail, and queues failed mail again', async () => {
  await insert(`now() - interval '2 hours', 'ECONNREFUSED', NULL`);
  const { rows } = await insert(`now(), '550 no such user', now()`);

  const shown = await mail();
  expect(shown).toContain('1 mail is waiting to be sent.');
  expect(shown).toContain('the oldest for 120 minutes: ECONNREFUSED');
  expect(shown).toContain(`${rows[0].id}`);
  expect(shown).toContain('550 no such user');

  expect(await mail('retry', rows[0].id)).toContain('1 mail is queued again');
  expect(await mail()).toContain('2 mails are waiting to be sent.');
  expect(await mail()).toContain('No failed mail.');
});

test('discards failed mail', async () => {
  const { rows } = await insert(`now(), '550 no such user', now()`);

  expect(await mail('discard', rows[0].id)).toContain('1 mail was deleted.');
  expect(await mail('discard', '--all')).toContain('0 mails were deleted.');
});

test('prints its usage when the arguments are not valid', async () => {
  for (const args of [['retry'], ['discard'], ['delete', '--all'], ['--all'], ['retry', '--all', '7'], ['retry', '--every']])
    expect(await mail(...args)).toMatch(/^Usage: npm run mail/);
});
