import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { signBody } from './signature.rules.ts';

/** The examples of docs/WEBHOOKS.md for receivers, run as they are printed. */

const guide = readFileSync(new URL('../../../docs/WEBHOOKS.md', import.meta.url), 'utf8');
const code = /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
const { isFromLivery } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
  isFromLivery(header: string, body: Buffer, secret: string, nowSeconds: number): boolean;
};

const NOW = 1_795_000_000;
const body = Buffer.from('{"text":"Zoë"}');
const check = (header: string, { secret = 'whsec_a', content = body, now = NOW } = {}) =>
  isFromLivery(header, content, secret, now);

describe('the example that checks signatures', () => {
  it('accepts what was signed, with either secret while one replaces the other', () => {
    const header = signBody(['whsec_b', 'whsec_a'], NOW, body.toString());

    expect([check(header), check(header, { secret: 'whsec_b' }), check(header, { secret: 'whsec_c' })]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('refuses another body, another time and old requests', () => {
    const header = signBody(['whsec_a'], NOW, body.toString());

    expect(check(header, { content: Buffer.from('{"text":"Zoe"}') })).toBe(false);
    expect(check(header.replace(`t=${NOW}`, `t=${NOW + 1}`))).toBe(false);
    expect(check(header, { now: NOW + 301 })).toBe(false);
    expect(check(header, { now: NOW + 299 })).toBe(true);
    expect(check('v1=00')).toBe(false);
  });
});

const python = /```python\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';

/** Runs the example for Python in a process of its own, at the time `NOW`; returns its results. */
function checkInPython(requests: readonly { header: string; content: Buffer; secret: string }[]): boolean[] {
  const program = `${python}
import base64, json, sys
time.time = lambda: ${NOW}
print(json.dumps([is_from_livery(r["header"], base64.b64decode(r["body"]), r["secret"]) for r in json.load(sys.stdin)]))`;
  const input = JSON.stringify(requests.map(({ content, ...request }) => ({ ...request, body: content.toString('base64') })));
  const { stdout, stderr, error } = spawnSync('python3', ['-c', program], { input, encoding: 'utf8' });
  if (error) throw error;
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout) as boolean[];
}

it('the example for Python decides as the one for Node.js', {
  skip: spawnSync('python3', ['--version']).error !== undefined,
}, () => {
  const header = signBody(['whsec_b', 'whsec_a'], NOW, body.toString());
  const old = signBody(['whsec_a'], NOW - 301, body.toString());
  const requests = [
    { header, content: body, secret: 'whsec_a' },
    { header, content: body, secret: 'whsec_b' },
    { header, content: body, secret: 'whsec_c' },
    { header, content: Buffer.from('{"text":"Zoe"}'), secret: 'whsec_a' },
    { header: header.replace(`t=${NOW}`, `t=${NOW + 1}`), content: body, secret: 'whsec_a' },
    { header: old, content: body, secret: 'whsec_a' },
    { header: 'v1=00', content: body, secret: 'whsec_a' },
  ];

  expect(checkInPython(requests)).toEqual([true, true, false, false, false, false, false]);
  expect(requests.map(({ header: sent, content, secret }) => check(sent, { content, secret }))).toEqual(checkInPython(requests));
});

/** The receiver that the guide describes: it ignores ids that it knows, and events that are older than the last one. */
function receiveAll(events: readonly { id: string; sequence: number; state: number }[]) {
  const known = new Set<string>();
  let last = { sequence: 0, state: 0 };
  for (const { id, sequence, state } of events) {
    if (known.has(id)) continue;
    known.add(id);
    if (sequence > last.sequence) last = { sequence, state };
  }
  return last.state;
}

function permute<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) => permute(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

it('a receiver as the guide describes it ends in the same state, in whichever order six events arrive, repeated', () => {
  const events = [1, 2, 3, 4, 5, 6].map((sequence) => ({ id: `e${sequence}`, sequence, state: sequence * 10 }));
  const orders = permute(events);

  expect(orders).toHaveLength(720);
  expect(new Set(orders.map((order) => receiveAll([...order, ...order.toReversed()])))).toEqual(new Set([60]));
});
