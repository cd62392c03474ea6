import { beforeAll, describe, expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { createContentSecurityPolicy } from '../security-headers.ts';
import type { Operation } from './describe-call.ts';

const portal = usePortal();

it('serves the descriptions of the contract as OpenAPI', async () => {
  const { info, paths, components } = (await portal.app.inject({ method: 'GET', url: '/docs/api/json' })).json();
  expect(info.description).toContain('**Errors.**');
  const { operationId, summary, description, requestBody, responses } = paths['/api/shopping_cart_items/multiple'].post;
  expect(operationId).toBe('addToCart');
  expect(summary).toBe('Add items to the cart');
  expect(description).toContain('All or none');
  const item = requestBody.content['application/json'].schema.properties.items.items;
  expect(item.properties.quantity.description).toBe('Pieces, from 1 to 100000.');
  expect(responses['200'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Cart' });
  expect(components.schemas.Cart.properties.currencyCode.description).toContain('ISO 4217');
});

it('names the host of the brand as the server, in JSON and in YAML', async () => {
  for (const host of ['alder.localhost', 'localhost', 'unknown.example']) {
    const origin = host === 'alder.localhost' ? 'http://alder.localhost:3000' : 'http://localhost:3000';
    const document = await portal.app.inject({ url: '/docs/api/json', headers: { host, 'accept-encoding': 'identity' } });
    expect(document.json().servers[0].url).toBe(origin);
    expect(document.headers.vary).toContain('Host');
  }
  const { payload } = await portal.app.inject({ url: '/docs/api/yaml', headers: { host: 'alder.localhost' } });
  expect(payload).toMatch(/^openapi: 3\.1\.0\ninfo:\n {2}title: API reference\n/);
  expect(payload).toContain('\n  - url: http://alder.localhost:3000\n');
});

it('gives every call an example of its request and reply, its callers and its errors', async () => {
  const { paths } = (await portal.app.inject('/docs/api/json')).json();
  const missing = Object.entries<Endpoint>(contract).flatMap(([call, { access, body, form, reply }]) => {
    const [method = '', path = ''] = call.split(' ');
    const operation: Operation | undefined = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (!operation) return [`${call}: not documented`];
    const isOpen = access.kind === 'anonymous' || access.kind === 'optional';
    const media = Object.values(operation.requestBody?.content ?? {});
    const [done = {}] = Object.values(operation.responses);
    const replies = 'content' in done ? Object.values(done.content ?? {}) : [];
    const checks = {
      callers: operation.description?.startsWith('**Who may call it:** '),
      parameters: (operation.parameters ?? []).every((parameter) => 'example' in parameter || '$ref' in parameter),
      request: !(body ?? form) || (media.length > 0 && media.every((one) => 'example' in one)),
      reply: 'contentMediaType' in reply || (replies.length === 1 && 'example' in (replies[0] ?? {})),
      errors: '401' in operation.responses !== isOpen,
    };
    return Object.entries(checks).flatMap(([check, isMet]) => (isMet ? [] : [`${call}: ${check}`]));
  });
  expect(missing.join('\n')).toBe('');
});

it('says who may make a call, in which form its body is sent, and which errors it answers', async () => {
  const { paths, components } = (await portal.app.inject('/docs/api/json')).json();
  const token = paths['/api/token'].post;
  expect(Object.keys(token.requestBody.content)).toEqual(['application/x-www-form-urlencoded']);
  expect(token.responses[400].$ref).toBe('#/components/responses/TokenError');
  const change = paths['/api/customers/{id}'].put;
  expect(change.description).toContain('every customer who is logged in. Refused while impersonating (403).');
  expect(paths['/api/customers'].post.description).toContain('`OrganisationAdmin`');
  expect(paths['/api/operator/orders'].get.description).toContain('API keys with the scope `orders:read`');
  expect(change.requestBody.content['application/json'].example.customer.email).toContain('@');
  expect(Object.keys(change.responses)).toEqual(expect.arrayContaining(['200', '401', '403', '404', '409', '422']));
  expect(components.responses.Error404.content['application/json'].example).toEqual({ errors: { order: ['Order not found.'] } });
});

it('serves a page in the look of the brand, under the policy of all pages except for style attributes', async () => {
  const { headers, payload } = await portal.app.inject({ url: '/docs/api', headers: { host: 'alder.localhost' } });
  const nonce = /<style nonce="([^"]+)">/.exec(payload)?.[1] ?? '';
  expect(payload).toContain('src="/logos/alder.svg"');
  expect(headers['content-security-policy']).toBe(`${createContentSecurityPolicy(nonce)}; style-src-attr 'unsafe-inline'`);
  const files = [...payload.matchAll(/(?:src|href)="(\/docs\/api\/[^"]+)"/g)].map(([, url = '']) => url);
  expect(files).toContain('/docs/api/start-viewer.js');
  for (const url of [...files, '/docs/api/viewer.js'])
    expect([url, (await portal.app.inject(url)).statusCode]).toEqual([url, 200]);
});

describe('outside the demonstration', () => {
  const FILES = ['/docs/api/json', '/docs/api/yaml', '/docs/api/viewer.js', '/docs/api/page.css'];
  let server: Awaited<ReturnType<typeof portal.openSecondServer>>;
  beforeAll(async () => {
    server = await portal.openSecondServer({ config: { demo: false } });
  });
  const statusOf = async (url: string, headers: Record<string, string> = {}) =>
    (await server.app.inject({ url, headers })).statusCode;
  const statuses = (headers?: Record<string, string>) => Promise.all(FILES.map((url) => statusOf(url, headers)));

  it('sends others to the log-in of operators, and has nothing else for them', async () => {
    const page = await server.app.inject('/docs/api');
    expect([page.statusCode, page.headers.location]).toEqual([303, '/operator/docs']);
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    const customer = await server.as('admin@meridian.example');
    expect(await statuses({ authorization: customer.headers.authorization as string })).toEqual([404, 404, 404, 404]);
    expect((await customer.post('/api/operator/docs', {})).status).toBe(401);
    expect(await statuses({ cookie: 'livery-api-docs=AAAA' })).toEqual([404, 404, 404, 404]);
  });

  it('is read by API keys', async () => {
    const key = await server.asApiKey(['stock:read']);
    const { statusCode, headers, payload } = await server.app.inject({
      url: '/docs/api/json',
      headers: { authorization: key.headers.authorization as string, 'accept-encoding': 'identity' },
    });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect(JSON.parse(payload).info.description).toContain('## The way of an order');
    expect((await key.post('/api/operator/docs', {})).status).toBe(403);
  });

  it('is read in a browser for an hour after an operator has opened it there', async () => {
    const operator = await server.asOperator();
    const opened = await server.app.inject({
      method: 'POST',
      url: '/api/operator/docs',
      headers: { authorization: operator.headers.authorization as string },
      payload: {},
    });
    const [cookie = '', ...attributes] = String(opened.headers['set-cookie']).split('; ');
    expect(attributes).toEqual(['Path=/docs/api', 'Max-Age=3600', 'Secure', 'HttpOnly', 'SameSite=Strict']);
    expect(await statuses({ cookie: `other=1; ${cookie}` })).toEqual([200, 200, 200, 200]);
    const page = await server.app.inject({ url: '/docs/api', headers: { cookie } });
    const nonce = /<style nonce="([^"]+)">/.exec(page.payload)?.[1] ?? '';
    expect(page.headers['content-security-policy']).toBe(`${createContentSecurityPolicy(nonce)}; style-src-attr 'unsafe-inline'`);
    expect(page.headers['cache-control']).toBe('private, no-store');

    portal.clock.advance(61 * 60_000);
    expect(await statuses({ cookie })).toEqual([404, 404, 404, 404]);
    expect(await statusOf('/docs/api', { cookie })).toBe(303);
  });
});
