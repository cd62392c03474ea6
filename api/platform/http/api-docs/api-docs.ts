import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { stringify } from 'yaml';
import { type ContentEncoding, compress, preferredEncoding } from '../compression.ts';
import { sendPathNotFound } from '../error-handler.ts';
import type { Hosts } from '../hosts.ts';
import { createContentSecurityPolicy } from '../security-headers.ts';
import { createDocsAccess, type DocsAccess, type DocsAccessDependencies } from './docs-access.ts';
import { createApiDocument } from './document.ts';
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

/** Where the documentation is served. */
export const API_DOCS_PATH = '/docs/api';

/** A content of the documentation. */
interface Content {
  type: string;
  cacheControl: string;
  /** The origin that the content for a Host header names; absent where the content is the same for all. */
  findOrigin?: (host: string) => Promise<string>;
  read: (origin: string) => Promise<Buffer>;
}

/** Reads a content once for each origin, when it is first asked for, and compresses it once for each encoding. */
function createCache(read: Content['read']): (origin: string, encoding?: ContentEncoding) => Promise<Buffer> {
  const versions = new Map<string, Promise<Buffer>>();
  const get = (origin: string, encoding?: ContentEncoding): Promise<Buffer> => {
    const key = `${encoding ?? ''} ${origin}`;
    const known = versions.get(key);
    if (known) return known;
    const version = encoding ? get(origin).then((content) => compress(content, encoding)) : read(origin);
    versions.set(key, version);
    return version;
  };
  return get;
}

function serve(
  app: FastifyInstance,
  url: string,
  { type, cacheControl, findOrigin, read }: Content,
  { isOpen, mayRead }: DocsAccess,
): void {
  const get = createCache(read);
  app.get(url, async (request, reply) => {
    if (!(await mayRead(request))) return sendPathNotFound(reply);
    const { headers } = request;
    const encoding = type.startsWith('font/') ? undefined : preferredEncoding(headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .header('content-type', type)
      .header('cache-control', isOpen ? cacheControl : 'private, no-cache')
      .header('vary', findOrigin ? 'Accept-Encoding, Host' : 'Accept-Encoding')
      .send(await get((await findOrigin?.(headers.host ?? '')) ?? '', encoding));
  });
}

/** Where operators open the documentation. */
const OPERATOR_PAGE = '/operator/docs';

/**
 * Documents the calls of the contract: a page at `/docs/api`, the files that it loads, and the document that it shows, as OpenAPI at
 * `/docs/api/json` and `/docs/api/yaml`. Nothing comes from another host. Unless it is open to everyone, operators and API keys alone get it: a browser
 * that no operator has opened it in is sent to their log-in, and everything but the page does not exist for others.
 */
export function registerApiDocumentation(app: FastifyInstance, hosts: Hosts, dependencies: DocsAccessDependencies): void {
  const access = createDocsAccess(app, dependencies);
  for (const [name, { type, read }] of Object.entries(FILES))
    serve(app, `${API_DOCS_PATH}/${name}`, { type, cacheControl: 'public, max-age=3600', read }, access);
  // The origins of brands are few; a Host header could say anything.
  const findOrigin = async (host: string) => (await hosts.getBrandOrDefault(host)).canonicalOrigin || '/';
  serve(
    app,
    `${API_DOCS_PATH}/json`,
    {
      type: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
      findOrigin,
      read: async (origin) => Buffer.from(JSON.stringify(createApiDocument(origin))),
    },
    access,
  );
  serve(
    app,
    `${API_DOCS_PATH}/yaml`,
    {
      type: 'application/yaml; charset=utf-8',
      cacheControl: 'no-cache',
      findOrigin,
      read: async (origin) => Buffer.from(stringify(createApiDocument(origin), { aliasDuplicateObjects: false })),
    },
    access,
  );

  app.get(API_DOCS_PATH, async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(await access.mayRead(request))) return reply.header('cache-control', 'no-store').redirect(OPERATOR_PAGE, 303);
    const brand = await hosts.getBrandOrDefault(request.headers.host ?? '');
    const nonce = randomBytes(16).toString('base64');
    return (
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', access.isOpen ? 'no-cache' : 'private, no-store')
        .header('vary', 'Host')
        // The viewer writes the numbers of lines into its HTML as style attributes. Styles and scripts are as restricted as everywhere.
        .header('content-security-policy', `${createContentSecurityPolicy(nonce)}; style-src-attr 'unsafe-inline'`)
        .send(renderPage(brand, nonce))
    );
  });
}
