import { describe, expect, it } from 'vitest';
import { measureProcessorMs } from '#api/testing/processor-time.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const log: string[] = [];
const portal = usePortal({ logTo: { write: (line) => log.push(line) } });

const report = (payload: object) =>
  portal.app.inject({ method: 'POST', url: '/api/reportError', headers: { host: 'localhost' }, payload });
const lastReport = () => JSON.parse(log.findLast((line) => line.includes('client error report')) ?? '{}').clientError as string;

describe('a client’s error report', () => {
  it('is logged without query strings, addresses, passwords and tokens', async () => {
    await report({
      message: 'Failed at https://x.example/reset?token=short1#two for ann@north.example with password=hunter2 and Bearer short3',
      stack: 'at read (https://x.example/node_modules/@mantine/core/index.js:7:1)',
      info: '{"password":"hunter 4"}',
    });

    expect(JSON.parse(lastReport())).toEqual({
      message: 'Failed at https://x.example/reset for [email] with password=[redacted] and Bearer [redacted]',
      stack: 'at read (https://x.example/node_modules/@mantine/core/index.js:7:1)',
      info: '{"password":"[redacted]"}',
    });
  });

  it('is cut, but not within a token', async () => {
    const token = 'aB3-'.repeat(11).slice(0, 43);
    const text = `{"message":"${'word '.repeat(1635)}`;
    await report({ message: `${'word '.repeat(1635)}${token} end` });

    expect(lastReport()).toBe(text.slice(0, 8192));
  });

  it.each([
    ['quoted names', '"password'],
    ['escaped quotation marks', 'password\\"'],
    ['backslashes', '\\'],
    ['at signs', 'a@'],
    ['letters', 'a'],
    ['names', 'password'],
    ['names with equals signs', 'token= '],
    ['addresses', '://a'],
    ['spaces', ' '],
  ])('does not hold up other requests, even if it consists of %s', async (_, unit) => {
    const message = unit.repeat(16_000 / JSON.stringify(unit).length);
    const durations: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      durations.push(await measureProcessorMs(async () => expect((await report({ message })).statusCode).toBe(200)));
    }

    // Expressions of quadratic time took 80 to 330 ms.
    expect(Math.min(...durations)).toBeLessThan(50);
  });
});

it('errors of the server are logged without credentials', async () => {
  portal.app.log.error(new Error('connect postgres://livery:hunter2@db.example failed, password=hunter2, Bearer hunter2'));

  const line = log.at(-1) ?? '';
  expect(JSON.parse(line).msg).toBe('connect postgres://[redacted]@db.example failed, password=[redacted] Bearer [redacted]');
  expect(line).not.toContain('hunter2');
});
