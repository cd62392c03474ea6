import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import { readFailedRequests } from './failed-requests.ts';

let log = '';
const portal = usePortal({
  logTo: { write: (line) => (log += line) },
  extraRoutes: [
    (app, { db }) => {
      app.post('/rename', () =>
        db.transaction().execute(async (tx) => {
          await sql`set local lock_timeout = '50ms'`.execute(tx);
          await sql`update brand set name = name where id = 1`.execute(tx);
        }),
      );
      app.post('/count', () =>
        db.transaction().execute(async (tx) => {
          await sql`set local statement_timeout = '50ms'`.execute(tx);
          await sql`select pg_sleep(5)`.execute(tx);
        }),
      );
    },
  ],
});

async function post(url: string) {
  const { statusCode, headers, ...response } = await portal.app.inject({ method: 'POST', url, payload: {} });
  return { statusCode, retryAfter: headers['retry-after'], ...response.json<{ errors: object }>() };
}

it('a request that waits in vain for a row says that someone else is changing it, in the log too', async () => {
  const before = readFailedRequests().lockTimeouts;
  const refused = await portal.db.transaction().execute(async (tx) => {
    await sql`select from brand where id = 1 for update`.execute(tx);
    return post('/rename');
  });

  expect(refused).toMatchObject({
    statusCode: 503,
    retryAfter: '5',
    errors: {
      server: ['Someone else is changing the same thing. Nothing was changed; please try again in a few seconds.'],
    },
  });
  expect(log).toContain('gave up waiting for a lock of another transaction');
  expect(log).not.toContain('the database is unavailable');
  expect(readFailedRequests().lockTimeouts).toBe(before + 1);
  expect((await portal.app.inject({ method: 'POST', url: '/rename', payload: {} })).statusCode).toBe(200);
});

it('a request whose statement takes too long says so, in the log too', async () => {
  const before = readFailedRequests().cutOff.statement;
  const refused = await post('/count');

  expect(refused).toMatchObject({
    statusCode: 503,
    retryAfter: '5',
    errors: { server: ['This took too long and was stopped. Nothing was changed; please try again.'] },
  });
  expect(log).toContain('a statement took too long and was cancelled');
  expect(log).not.toContain('the database is unavailable');
  expect(readFailedRequests().cutOff.statement).toBe(before + 1);
});
