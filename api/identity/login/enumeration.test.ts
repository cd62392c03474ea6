import { expect, it, vi } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { aNetwork, requestToken } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { hashPassword } from '../passwords/password-hashing.ts';

/** Response times are compared by `npm run bench:enumeration`. */

const verified = vi.hoisted(() => ({ count: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    verify: (...given: Parameters<typeof real.verify>) => {
      verified.count += 1;
      return real.verify(...given);
    },
  };
});

const portal = usePortal();

it('a wrong password gets the same reply for known and unknown addresses, after one comparison of hashes and as many statements', async () => {
  const passwordHash = await hashPassword('Correct-horse-9');
  const [active, inactive] = [
    await aPerson(portal.db, { passwordHash }),
    await aPerson(portal.db, { passwordHash, active: false }),
  ];
  const attempts = new Set<string>();

  // The first request also fills caches; it is not compared.
  for (const username of ['first@made.example', active.email, inactive.email, 'unknown@made.example']) {
    const [hashesBefore, statementsBefore] = [verified.count, portal.statementsSent()];
    const { status, headers, body } = await requestToken(
      portal.app,
      { grant_type: 'password', username, password: 'wrong' },
      { remoteAddress: aNetwork() },
    );
    const { 'x-request-id': _, 'content-length': __, date: ___, ...rest } = headers;
    const effort = { hashes: verified.count - hashesBefore, statements: portal.statementsSent() - statementsBefore };
    if (username !== 'first@made.example') attempts.add(JSON.stringify([status, rest, body, effort]));
  }

  expect([...attempts]).toEqual([expect.any(String)]);
  expect([...attempts][0]).toContain('"hashes":1');
});
