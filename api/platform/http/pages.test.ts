import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWebFolder, SCRIPT } from '#api/testing/web-folder.ts';

const NOT_FOUND = JSON.stringify({ errors: { path: ['Path not found.'] } });

let web: Awaited<ReturnType<typeof createWebFolder>>;
beforeAll(async () => {
  web = await createWebFolder();
});
afterAll(() => web.remove());

const portal = usePortal(() => ({ config: { webDir: web.path } }));
const send = (method: InjectOptions['method'], url: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ method, url, headers });

describe('a page', () => {
  it.each([undefined, 'identity', 'deflate', 'gzip', 'br', '*', ''])(
    'is served at / to clients with the Accept-Encoding %j',
    async (encoding) => {
      const headers: Record<string, string> = encoding === undefined ? {} : { 'accept-encoding': encoding };
      const page = await send('GET', '/', headers);
      const head = await send('HEAD', '/', headers);

      expect([page.statusCode, head.statusCode, head.payload]).toEqual([200, 200, '']);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(head.headers['content-type']).toBe(page.headers['content-type']);
      if (!page.headers['content-encoding']) expect(page.payload).toContain('<title>Sundial');
    },
  );

  it('is served at every path without a file extension, whether or not the app knows it', async () => {
    for (const path of ['/index/orders', '/login', '/index//orders', '/index/./orders', `/index/${'x'.repeat(10_000)}`])
      expect([path, (await send('GET', path)).statusCode]).toEqual([path, 200]);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'] as const)('refuses %s with 405', async (method) => {
    const { statusCode, headers, payload } = await send(method as InjectOptions['method'], '/login');

    expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(payload)).toEqual({ errors: { method: ['This method is not supported here.'] } });
  });
});

describe('the documentation of the API', () => {
  it('is known to pages only where it is served', async () => {
    const { app } = await portal.openSecondServer({ config: { webDir: web.path, demo: false } });

    expect((await send('GET', '/')).payload).toContain('<meta name="api-docs" content="/docs/api">');
    expect((await app.inject('/')).payload).toContain('<meta name="api-docs" content="">');
  });
});

describe('a file', () => {
  it('is served compressed where the client accepts that, and otherwise as it is', async () => {
    const compressed = await send('GET', '/assets/index-1.js', { 'accept-encoding': 'br' });
    const plain = await send('GET', '/assets/index-1.js');
    const head = await send('HEAD', '/assets/index-1.js');

    expect([compressed.statusCode, compressed.headers['content-encoding']]).toEqual([200, 'br']);
    expect([plain.statusCode, plain.payload]).toEqual([200, SCRIPT]);
    expect([head.statusCode, head.payload, head.headers['content-length']]).toEqual([200, '', String(SCRIPT.length)]);
    for (const { headers } of [compressed, plain, head])
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'application/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
  });

  it.each([
    '/index.html',
    '/INDEX.HTML',
    '/prerender.json',
    '/assets/index-1.js.br',
    '/assets/none.js',
    '/assets/../index.html',
    '/../package.json',
    '/..%2fpackage.json',
  ])('%s does not exist', async (path) => {
    const { statusCode, payload } = await send('GET', path);

    expect([statusCode, payload]).toEqual([404, NOT_FOUND]);
  });

  it('with a name that is longer than any file’s does not exist', async () => {
    for (const length of [300, 5000, 12_000]) {
      const { statusCode, payload } = await send('GET', `/marks/${'x'.repeat(length)}.png`);
      expect([length, statusCode, payload]).toEqual([length, 404, NOT_FOUND]);
    }
  });
});

describe('the drawing of a garment', () => {
  it('shows its features, at one address that browsers keep for a year', async () => {
    const shirt = await send('GET', '/garments/shirt.button-down.chest-pocket/1f2a44-front.svg');
    const plain = await send('GET', '/garments/shirt/1f2a44-front.svg');

    expect([shirt.statusCode, plain.statusCode]).toEqual([200, 200]);
    expect(shirt.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(shirt.payload).not.toBe(plain.payload);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is sent compressed as %s to browsers that accept it', async (encoding, decompress) => {
    const url = '/garments/parka.quilted/1f2a44-front.svg';
    const plain = await send('GET', url);
    const { headers, rawPayload } = await send('GET', url, { 'accept-encoding': encoding });

    expect([plain.headers['content-encoding'], headers['content-encoding'], headers.vary]).toEqual([
      undefined,
      encoding,
      'Accept-Encoding',
    ]);
    expect(decompress(rawPayload).toString()).toBe(plain.payload);
    expect(rawPayload.length).toBeLessThan(plain.payload.length / 3);
  });

  it.each([
    ['shirt.chest-pocket.button-down', 'shirt.button-down.chest-pocket'],
    ['shirt.pointed-collar', 'shirt'],
    ['polo.button-down.no-longer-known', 'polo'],
    ['shirt.cutaway.button-down', 'shirt.button-down'],
  ])('leads from %s to %s', async (other, canonical) => {
    const { statusCode, headers } = await send('GET', `/garments/${other}/1f2a44-front.svg`);

    expect([statusCode, headers.location, headers['cache-control']]).toEqual([
      301,
      `/garments/${canonical}/1f2a44-front.svg`,
      'no-cache',
    ]);
  });

  it.each(['nothing', 'shirt.', 'shirt..slim', 'shirt.%3Csvg%3E', 'Shirt', 'shirt.slim%0a', `shirt.${'slim.'.repeat(60)}`])(
    'is not found for %s',
    async (garment) => {
      expect((await send('GET', `/garments/${garment}/1f2a44-front.svg`)).statusCode).toBe(404);
    },
  );
});
