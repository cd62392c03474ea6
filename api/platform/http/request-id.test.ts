import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { parseTraceParent } from './request-id.ts';
import { createHttpServer } from './server.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const PROXY = '10.0.0.7';
const UUID = /^[0-9a-f-]{36}$/;

const lines: string[] = [];
const app = createHttpServer(loadConfig({ TRUSTED_PROXIES: '10.0.0.0/8', LOG_LEVEL: 'info' }), {
  logTo: { write: (line) => lines.push(line) },
});
app.get('/id', async ({ id }) => ({ id }));

async function send(headers: Record<string, string>, remoteAddress = PROXY, url = '/id') {
  const response = await app.inject({ url, headers, remoteAddress });
  const line = JSON.parse(lines.at(-1) ?? '{}') as { requestId?: string; traceId?: string };
  return { sent: response.headers['x-request-id'], used: response.json().id as string, line };
}

describe('the id of a request', () => {
  it('is that of a trusted proxy, in handlers, in the response and in the log', async () => {
    const { sent, used, line } = await send({ 'x-request-id': 'edge/7:abc=1' });

    expect([sent, used, line.requestId]).toEqual(Array(3).fill('edge/7:abc=1'));
  });

  it('is a new one for anyone else', async () => {
    const { sent, used, line } = await send({ 'x-request-id': 'edge-7' }, '203.0.113.9');

    expect(sent).toMatch(UUID);
    expect([used, line.requestId]).toEqual([sent, sent]);
  });

  it.each(['', 'with space', 'a"b', 'x'.repeat(129), 'é', 'a\tb'])('is a new one instead of %j', async (given) => {
    expect((await send({ 'x-request-id': given })).sent).toMatch(UUID);
  });

  it('is also sent with the response to a path that cannot be read', async () => {
    const response = await app.inject({ url: '/%E0%A4%A', remoteAddress: PROXY });

    expect(response.statusCode).toBe(400);
    expect(response.headers['x-request-id']).toMatch(UUID);
  });
});

describe('traceparent', () => {
  it('of a trusted proxy names the trace in the log', async () => {
    expect((await send({ traceparent: `00-${TRACE}-${SPAN}-01` })).line.traceId).toBe(TRACE);
    expect((await send({ traceparent: `00-${TRACE}-${SPAN}-01` }, '203.0.113.9')).line.traceId).toBeUndefined();
    expect((await send({})).line.traceId).toBeUndefined();
  });

  it('is read as the recommendation says', () => {
    const parsed = { traceId: TRACE, spanId: SPAN, isSampled: true };
    expect(parseTraceParent(`00-${TRACE}-${SPAN}-01`)).toEqual(parsed);
    expect(parseTraceParent(`00-${TRACE}-${SPAN}-00`)).toEqual({ ...parsed, isSampled: false });
    expect(parseTraceParent(`01-${TRACE}-${SPAN}-03-more`)).toEqual(parsed);
  });

  it.each([
    '',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}`,
  ])('is ignored when it is %j', (header) => {
    expect(parseTraceParent(header)).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (header) => parseTraceParent(header) === undefined));
  });
});
