import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
});
beforeEach(() => client.query('delete from pgboss.job'));
afterAll(async () => {
  await client?.end();
  await database?.close();
});

async function jobs(...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'jobs.ts'), ...args], {
    env,
  }).catch((error: { stdout: string; stderr: string }) => error);
  return stdout + stderr;
}

async function insert(
  queue: string,
  values: { state: string; data?: object; output?: object; startAfter?: string },
): Promise<string> {
  const id = randomUUID();
  const { state, data = {}, output = null, startAfter = '-1 hour' } = values;
  await client.query(
    `insert into pgboss.job (id, name, data, state, output, start_after, started_on, completed_on, retry_count, policy)
     values ($1, $2, $3, $4::text::pgboss.job_state, $5, now() + $6::interval, case when $4 <> 'created' then now() end, case when $4 = 'failed' then now() end, 2, 'standard')`,
    [id, queue, data, state, output, startAfter],
  );
  return id;
}
const stateOf = async (id: string) =>
  (await client.query<{ state: string }>('select state from pgboss.job where id = $1', [id])).rows[0]?.state;

test('counts jobs by queue, with the oldest and the last reason', async () => {
  expect(await jobs()).toContain('No jobs are waiting, running or failed.');
  await insert('people.import-preview', { state: 'created' });
  await insert('people.import-preview', { state: 'retry', startAfter: '1 hour', output: { reason: 'the file is gone' } });
  await insert('people.import-preview', { state: 'active' });
  await insert('bulk-edit.run', { state: 'failed', output: { value: { message: 'job timed out' } } });
  await insert('mail.send', { state: 'completed' });

  const shown = await jobs();
  expect(shown).toContain('people.import-preview: 1 waiting, 1 scheduled, 1 running, 0 failed');
  expect(shown).toMatch(/the oldest has been due since 20\d\d-/);
  expect(shown).toContain('last failure: the file is gone');
  expect(shown).toContain('bulk-edit.run: 0 waiting, 0 scheduled, 0 running, 1 failed\n  last failure: job timed out');
  expect(shown).not.toContain('mail.send');
});

test('lists the jobs of a queue with ids, and without addresses and secrets', async () => {
  const data = { brandId: 7, address: 'ann@made.example' };
  const id = await insert('passwords.recover', { state: 'failed', data, output: { reason: 'refused\npassword=hunter2' } });

  const shown = await jobs('list', 'passwords.recover');
  expect(shown).toContain(`${id}  failed`);
  expect(shown).toContain('address …, brandId 7');
  expect(shown).toContain('refused password=[redacted]');
  expect(shown).not.toMatch(/ann@|hunter2/);
  expect(await jobs('list', 'mail.send')).toContain('No jobs of mail.send are waiting, running or failed.');
  expect(await jobs('list', 'mial.send')).toContain('There is no queue mial.send.');
});

test('retries failed jobs by id, of a queue or all, and no others', async () => {
  const [first, second, third] = [
    await insert('bulk-edit.run', { state: 'failed' }),
    await insert('bulk-edit.run', { state: 'failed' }),
    await insert('people.import-preview', { state: 'failed' }),
  ];
  const running = await insert('bulk-edit.run', { state: 'active' });

  expect(await jobs('retry', first, randomUUID())).toContain('Nothing was changed.');
  expect(await stateOf(first)).toBe('failed');
  expect(await jobs('retry', running)).toContain(`No failed job has the id ${running}.`);
  expect(await jobs('retry', first)).toContain('1 job is queued again');
  expect([await stateOf(first), await stateOf(second), await stateOf(running)]).toEqual(['retry', 'failed', 'active']);
  expect(await jobs('retry', '--all', 'bulk-edit.run')).toContain('1 job is queued again');
  expect([await stateOf(second), await stateOf(third)]).toEqual(['retry', 'failed']);
  expect(await jobs('retry', '--all')).toContain('1 job is queued again');
  expect(await stateOf(third)).toBe('retry');
});

test('discards failed jobs, and no others', async () => {
  const failed = await insert('bulk-edit.run', { state: 'failed' });
  const waiting = await insert('bulk-edit.run', { state: 'created' });

  expect(await jobs('discard', waiting)).toContain('Nothing was changed.');
  expect(await jobs('discard', '--all')).toContain('1 job was deleted.');
  expect([await stateOf(failed), await stateOf(waiting)]).toEqual([undefined, 'created']);
});

test('prints its usage when the arguments are not valid', async () => {
  const invalid = [['retry'], ['list', 'a', 'b'], ['--all'], ['delete', '--all'], ['retry', '--every']];
  const printed = await Promise.all(invalid.map((args) => jobs(...args)));

  expect(printed).toEqual(invalid.map(() => expect.stringMatching(/^Usage: npm run jobs/)));
});
