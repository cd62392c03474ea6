import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { aNetwork } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { newToken } from '../sessions/tokens.ts';

/** Response times are compared by `npm run bench:enumeration`. */

const portal = usePortal();

const get = (path: string) => (email: string) => ({
  url: `${path}?${new URLSearchParams({ email, token: newToken().secret })}`,
});
const requests: Record<string, (email: string) => InjectOptions> = {
  'POST /api/passwordrecovery': (email) => ({
    method: 'POST',
    url: '/api/passwordrecovery',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: email }).toString(),
  }),
  'GET /api/checkpasswordtoken': get('/api/checkpasswordtoken'),
  'GET /api/checkinvitationtoken': get('/api/checkinvitationtoken'),
  'POST /api/customers/updatePassword': (email) => ({
    method: 'POST',
    url: '/api/customers/updatePassword',
    payload: { passwordReset: { email, token: newToken().secret, password: 'Kettle, moss & trailer', organisationId: 1 } },
  }),
};

describe('a known address', () => {
  it.each(Object.keys(requests))('gets the same reply, after as many statements, as an unknown one: %s', async (call) => {
    const { email } = await aPerson(portal.db, { passwordHash: 'x' });
    const replies = new Set<string>();
    // The first request also fills caches; it is not compared.
    for (const address of ['first@made.example', email, 'unknown@made.example']) {
      const request = requests[call]?.(address) as InjectOptions;
      const statementsBefore = portal.statementsSent();
      const answer = await portal.app.inject({
        ...request,
        remoteAddress: aNetwork(),
        headers: { host: 'localhost', ...request.headers },
      });
      const { 'x-request-id': _, date: __, ...headers } = answer.headers;
      if (address !== 'first@made.example')
        replies.add(JSON.stringify([answer.statusCode, headers, answer.payload, portal.statementsSent() - statementsBefore]));
    }
    expect([...replies]).toEqual([expect.any(String)]);
  });
});
