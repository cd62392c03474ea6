import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureProcessorMs } from '#api/testing/processor-time.ts';
import { redactSecrets } from './redact-secrets.ts';

const TOKEN = 'aB3-_'.repeat(9).slice(0, 43);

describe('a text for a log', () => {
  it.each([
    ['log in with password=hunter2 failed', 'log in with password=[redacted] failed'],
    ['new_password: hunter2', 'new_password: [redacted]'],
    ['/login?password=hunter2&lang=en', '/login?password=[redacted]&lang=en'],
    ['password%3Dhunter2', 'password%3D[redacted]'],
    ["{ password: 'hunter 2', id: 7 }", "{ password: '[redacted]', id: 7 }"],
    ['Authorization: Bearer abc.def', 'Authorization: [redacted] [redacted]'],
    ['fetch failed (bearer abc)', 'fetch failed (Bearer [redacted]'],
    ['the key livery_key_aB3-_x was refused', 'the key livery_key_[redacted] was refused'],
    [`key: livery_key_${TOKEN}, again`, 'key: livery_key_[redacted], again'],
    ['Basic dXNlcjpwYXNzd29yZA==', 'Basic [redacted]'],
    ['Cookie: a=hunter2; b=hunter2', 'Cookie: [redacted]'],
    ['connect smtps://me:hunter2@mail.example failed', 'connect smtps://[redacted]@mail.example failed'],
    [`GET /api/reset/${TOKEN}/x`, 'GET /api/reset/[redacted]/x'],
    ['{"password":"a\\"hunter2","id":7}', '{"password":"[redacted]","id":7}'],
    ['{"otp" : 123456}', '{"otp" : "[redacted]"}'],
    [
      JSON.stringify({ message: JSON.stringify({ refresh_token: 'hunter "2"', id: 7 }) }),
      JSON.stringify({ message: JSON.stringify({ refresh_token: '[redacted]', id: 7 }) }),
    ],
    [JSON.stringify({ message: 'password="two words" x' }), JSON.stringify({ message: 'password="[redacted]" x' })],
    ['Unexpected token \'<\', "<!DOCTYPE" is not valid JSON', 'Unexpected token \'<\', "<!DOCTYPE" is not valid JSON'],
    ['at Vault.setPassword (file:///vault.ts:3:4)', 'at Vault.setPassword (file:///vault.ts:3:4)'],
  ])('contains no credentials: %s', (text, expected) => {
    expect(redactSecrets(text)).toBe(expected);
  });

  it('is valid JSON afterwards if it was before', () => {
    const piece = fc.constantFrom(
      'password',
      'token',
      '=',
      ':',
      ' ',
      '"',
      "'",
      '\\',
      '\n',
      '\u0001',
      'abc',
      TOKEN,
      'Bearer ',
      '&',
      '{',
      '}',
      ',',
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const nested = fc.oneof(
      text,
      fc.dictionary(text, text, { maxKeys: 3 }).map((values) => JSON.stringify(values)),
    );
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(nested, fc.integer(), fc.boolean())), (values) => {
        expect(() => JSON.parse(redactSecrets(JSON.stringify(values)))).not.toThrow();
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    'password',
    'A-PWD:\\"',
    'token\\\\":\\"a',
    "otp:'a",
    'cookie: ',
    'bearer ',
    'basic a',
    '://a',
    'livery_key_',
    'a',
    '\\',
    '"',
  ])('takes linear time if it repeats %j', async (unit) => {
    const text = `${unit.repeat(65_536 / unit.length)}\\`;
    const durations = [];
    for (let time = 0; time < 3; time += 1) durations.push(await measureProcessorMs(() => redactSecrets(text)));

    expect(Math.min(...durations)).toBeLessThan(100);
  });
});
