import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureProcessorMs } from '#api/testing/processor-time.ts';
import { guessPassword } from './guess-password.ts';
import guess from './guess-password-worker.ts';
import { extractWords } from './own-words.rules.ts';
import { explainWeakness } from './passwords.rules.ts';

const explain = (password: string, words: string[] = []) => explainWeakness(guess({ password, words }));

describe('a weak password', () => {
  it('is each of the 3,000 most common ones of at least eight characters, in any case (every tenth is tried)', () => {
    const common = dictionary['passwords-common'].map(String).filter((password) => password.length >= 8);
    const first = common.slice(0, 3000).filter((_, index) => index % 10 === 0);

    expect(first).toHaveLength(300);
    expect(first.filter((password) => !explain(password) || !explain(password.toUpperCase()))).toEqual([]);
  });

  it.each([
    'P@ssw0rd1',
    'p455w0rd!!',
    'drowssap12',
    'Sunshine2026',
    'ｐａｓｓｗｏｒｄ',
    'pässwörd',
    '31-12-1990',
    '19800731',
    '07/31/1980',
    'rovnogod',
    'Thunder3',
    '4me2know',
    'utyyflmtdyf',
    'Winter2026!',
    'property tax',
    'bannerhorse',
    '12345678',
    '1qaz2wsx',
    'abcd1234',
  ])('is too common: %s', (password) => {
    expect(explain(password)).toMatch(/too common/);
  });

  it.each(['aaaaaaaa', 'abababab', 'xk7!xk7!xk7!', 'passwordpassword', 'abcdefghijkl'])('is a pattern: %s', (password) => {
    expect(explain(password)).toMatch(/^Keyboard patterns/);
  });

  it('is made of own words', () => {
    expect(explain('Corvane+2031', extractWords(['Corvane Logistics']))).toMatch(/your name, email address or organisation/);
  });

  it.each([
    'Correct-horse-9',
    'meridian-moss-kettle',
    'treehouse-lantern',
    'zkqvmtwp',
    '7f9Kq2Zp',
    'two lambs in a lift',
    'пряжа и нитки',
    '縫い針と糸巻きと布',
    '4829 1756 3',
    '🧵🪡🧶👔👗🥼🦺🧢',
  ])('does not include %s', (password) => {
    expect(explain(password)).toBeUndefined();
  });

  it('is hardly ever a random one', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 10, maxLength: 14 });

    const drawn = fc.sample(letters, { numRuns: 300, seed: 7 }).filter((text) => new Set(text).size > 6);

    expect(drawn.length).toBeGreaterThan(200);
    expect(drawn.filter((password) => explain(password)).length).toBeLessThan(drawn.length / 20);
  });

  it('is found quickly, however it is chosen', async () => {
    const signs = fc.string({ unit: fc.constantFrom(...'@431!0$57+|({[<69x%'), minLength: 128, maxLength: 128 });
    const chosen = ['12'.repeat(64), '1qaz'.repeat(32), '!'.repeat(128), ...fc.sample(signs, { numRuns: 20, seed: 7 })];
    const durations = [];
    for (const password of chosen) durations.push(await measureProcessorMs(() => explain(password)));

    expect(Math.max(...durations)).toBeLessThan(500);
  });
});

describe('estimates in a thread of their own', () => {
  it('are those of the library, and leave this thread free', async () => {
    const before = process.memoryUsage().heapUsed;
    const [common, strong] = await Promise.all(
      ['Password1', 'Kettle, moss & trailer'].map((password) => guessPassword({ password, words: [] })),
    );

    expect(common?.guesses).toBeLessThan(10_000);
    expect(strong?.guesses).toBeGreaterThan(1e12);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  });

  it('are refused when too many are waiting', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 80 }, () => guessPassword({ password: 'Password1', words: [] })),
    );
    const refused = results.filter(({ status }) => status === 'rejected');

    expect(refused.length).toBeGreaterThan(20);
    expect(refused.length).toBeLessThan(40);
    expect(refused[0]).toMatchObject({ reason: { status: 503 } });
  });
});
