import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { type ContentEncoding, compress, preferredEncoding } from '../compression.ts';
import type { Hosts } from '../hosts.ts';
import { createContentSecurityPolicy } from '../security-headers.ts';
import { renderPage } from './page.ts';

const require = createRequire(import.meta.url);
const ownFile = (name: string) => () => readFile(join(import.meta.dirname, name));
const packageFile = (path: string) => () => readFile(require.resolve(path));

/** The viewer's script. The package contains it as a part of its plugin, which would serve a page without our policy and brands. */
async function readViewer(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify();
  await app.register(scalar, { routePrefix: '/viewer', configuration: { content: {} } });
  const { rawPayload } = await app.inject('/viewer/js/scalar.js');
  await app.close();
  return rawPayload;
}

const FILES: Record<string, { type: string; read: () => Promise<Buffer> }> = {
  'viewer.js': { type: 'text/javascript; charset=utf-8', read: readViewer },
  'start-viewer.js': { type: 'text/javascript; charset=utf-8', read: ownFile('start-viewer.js') },
  'page.css': { type: 'text/css; charset=utf-8', read: ownFile('page.css') },
  'inter.woff2': {
    type: 'font/woff2',
    read: packageFile('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  },
  'instrument-serif.woff2': {
    type: 'font/woff2',
    read: packageFile('@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2'),
  },
};

/** A function that reads a content once, when it is first asked for, and compresses it once for each encoding. */
function createContent(read: () => Promise<Buffer>): (encoding?: ContentEncoding) => Promise<Buffer> {
  const versions = new Map<ContentEncoding | undefined, Promise<Buffer>>();
  const get = (encoding?: ContentEncoding): Promise<Buffer> => {
    const known = versions.get(encoding);
    if (known) return known;
    const version = encoding ? get().then((content) => compress(content, encoding)) : read();
    versions.set(encoding, version);
    return version;
  };
  return get;
}

/** Serves the page at `/docs/api`, the files that it loads, and the document that it shows. Nothing comes from another host. */
export function registerViewer(app: FastifyInstance, hosts: Hosts): void {
  const serve = (url: string, type: string, cacheControl: string, read: () => Promise<Buffer>) => {
    const get = createContent(read);
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      const encoding = type.startsWith('font/') ? undefined : preferredEncoding(request.headers['accept-encoding']);
      if (encoding) reply.header('content-encoding', encoding);
      return reply
        .header('content-type', type)
        .header('cache-control', cacheControl)
        .header('vary', 'Accept-Encoding')
        .send(await get(encoding));
    });
  };
  for (const [name, { type, read }] of Object.entries(FILES)) serve(`/docs/api/${name}`, type, 'public, max-age=3600', read);
  serve('/docs/api/json', 'application/json; charset=utf-8', 'no-cache', async () => Buffer.from(JSON.stringify(app.swagger())));
  serve('/docs/api/yaml', 'application/yaml; charset=utf-8', 'no-cache', async () => Buffer.from(app.swagger({ yaml: true })));

  app.get('/docs/api', { schema: { hide: true } }, async (request, reply) => {
    const brand = await hosts.getBrandOrDefault(request.headers.host ?? '');
    const nonce = randomBytes(16).toString('base64');
    return (
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('vary', 'Host')
        // The viewer writes the numbers of lines into its HTML as style attributes. Styles and scripts are as restricted as everywhere.
        .header('content-security-policy', `${createContentSecurityPolicy(nonce)}; style-src-attr 'unsafe-inline'`)
        .send(renderPage(brand, nonce))
    );
  });
}
