import { expect, it, vi } from 'vitest';
import * as hashing from '#api/identity/passwords/password-hashing.ts';
import { createSecret, hashSecret, hashTestSecret, matchesSecret } from './secrets.ts';

vi.mock('#api/identity/passwords/password-hashing.ts', { spy: true });

const comparisons = vi.mocked(hashing.passwordMatches);

it('accepts the newest secret and the one before it, and no other', async () => {
  const [newest, previous, older] = await Promise.all(['newest secret', 'previous secret', 'older secret'].map(hashSecret));
  const hashes = [newest!, previous!, older!];

  expect(await matchesSecret(hashes, 'newest secret')).toBe(true);
  expect(await matchesSecret(hashes, 'previous secret')).toBe(true);
  expect(await matchesSecret(hashes, 'older secret')).toBe(false);
  expect(await matchesSecret([], 'newest secret')).toBe(false);
});

it('X3: compares as often for an unknown connection as for a wrong secret', async () => {
  const hash = await hashSecret('right secret');
  const count = async (hashes: string[]) => {
    comparisons.mockClear();
    expect(await matchesSecret(hashes, 'wrong secret')).toBe(false);
    return comparisons.mock.calls.length;
  };

  expect([await count([]), await count([hash]), await count([hash, await hashSecret('another')])]).toEqual([2, 2, 2]);
});

it('checks a secret that comes many times once, and remembers that it was right, but not for another hash', async () => {
  const hash = await hashSecret('a hub’s secret');
  comparisons.mockClear();

  const answers = await Promise.all(Array.from({ length: 50 }, () => matchesSecret([hash], 'a hub’s secret')));

  expect(answers.every(Boolean)).toBe(true);
  expect(await matchesSecret([hash], 'a hub’s secret')).toBe(true);
  expect(comparisons).toHaveBeenCalledTimes(2);
  expect(await matchesSecret([await hashSecret('its next secret')], 'a hub’s secret')).toBe(false);
  expect(await matchesSecret([], 'a hub’s secret')).toBe(false);
});

it('compares the secret of a self-test without the work of a password, beside two others', async () => {
  const secret = createSecret();
  const hashes = [hashTestSecret(secret), await hashSecret('one'), await hashSecret('two')];
  comparisons.mockClear();

  expect(await matchesSecret(hashes, secret)).toBe(true);
  expect(comparisons).not.toHaveBeenCalled();
  expect(await matchesSecret(hashes, 'two')).toBe(true);
  expect(createSecret()).toMatch(/^[2-9A-Za-z]{40}$/);
});
