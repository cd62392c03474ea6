import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { getCompanyDesign } from '#brands/brands.ts';
import { parseDrawing } from '#garments/drawing-path.ts';
import { drawGarment } from '#garments/garments.ts';
import { compress, preferredEncoding } from './compression.ts';
import { sendPathNotFound } from './error-handler.ts';
import { methodNotAllowed, notFound } from './errors.ts';
import type { Hosts } from './hosts.ts';
import { readPrerenderedShells } from './prerender.ts';
import { createContentSecurityPolicy, hashInlineScripts } from './security-headers.ts';

const YEAR = 'public, max-age=31536000, immutable';
/** Pages that mailed links open. Until the page has read it, the URL contains the token, which must not be sent as a referrer. */
const OPENED_BY_LINKS = /^\/(resetpassword|useractivation|register|operator\/set-password)\/?$/i;
/** The tag of the icon that browsers show for a page. */
const ICON = /<link rel="icon"[^<>]*>/;
/** Without any icon, browsers request /favicon.ico. */
const NO_ICON = '<link rel="icon" href="data:,">';
/** The pages of the supplier's operators, which belong to no brand. */
const OPERATOR_PAGES = /^\/operator(\/|$)/i;
/** Where the web app expects the texts of the log-in page: in its prerendered form, and in each page, because a log-out leads there. */
const LOGIN_TEXTS = '__LOGIN_TOPICS__';
const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Serves the built web app; `apiDocs` is where the documentation of the API is, if it is served. Every path without a file extension is the app, which does its own routing. */
export async function registerPages(
  app: FastifyInstance,
  hosts: Hosts,
  {
    webDir,
    captchaScript,
    sizingBaseUrl,
    apiDocs,
    readLoginTexts = async () => '',
    readFrameOrigins = async () => [],
  }: {
    webDir: string;
    captchaScript: string;
    sizingBaseUrl: string | null;
    apiDocs: string | null;
    /** The brand's texts of the log-in page as sanitised HTML. */
    readLoginTexts?: (brandId: number) => Promise<string>;
    /** The origins of pages that may show the brand's pages in a frame. */
    readFrameOrigins?: (brandId: number) => Promise<readonly string[]>;
  },
): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    preCompressed: true,
    // One route for each file: other paths are the app's, however they are spelt.
    wildcard: false,
    // The template and the shells are inserted into pages; compressed copies are served in place of their originals.
    globIgnore: ['index.html', 'prerender.json', '**/*.{br,gz}'],
    // Vite puts a hash of the content into file names; other files (logos) may change with a release.
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? YEAR : 'public, max-age=3600');
      // Mail contains the brand's mark, and people read mail on other sites.
      if (path.includes('/marks/')) reply.header('cross-origin-resource-policy', 'cross-origin');
      if (path.endsWith('.svg') || path.includes('.svg.'))
        reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    },
  });
  const template = await readFile(join(webDir, 'index.html'), 'utf8');
  const inlineScripts = hashInlineScripts(template);
  const getShell = await readPrerenderedShells(webDir);

  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.slice(0, 4).toLowerCase() === '/api') return sendPathNotFound(reply);
    const path = request.url.split('?')[0] ?? '';
    if (/\.[a-z0-9]{2,5}$/i.test(path)) return sendPathNotFound(reply);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD']);
    const brand = await hosts.getBrandOrDefault(request.headers.host ?? '');
    const nonce = randomBytes(16).toString('base64');
    const { styles, scripts, body } = getShell(path, brand);
    // When the link names another company than the host's, the prerendered shell would show the wrong brand.
    const shell = /[?&]ref=/.test(request.url) ? '' : body;
    const company = OPERATOR_PAGES.test(path) ? 'Livery operator' : brand.companyName;
    const hasMark = getCompanyDesign(brand.name, brand.companyName).mark !== null;
    const captcha = brand.captchaEnabled ? captchaScript : undefined;
    // The mark is that of the design's own company.
    const loginTexts = OPERATOR_PAGES.test(path) ? '' : await readLoginTexts(brand.id);
    // Outside a frame no page learns which buyers there are. Operators, and people who set a password, never work in one.
    const isFramed = request.headers['sec-fetch-dest'] === 'iframe' && !OPERATOR_PAGES.test(path) && !OPENED_BY_LINKS.test(path);
    const frameOrigins = isFramed ? await readFrameOrigins(brand.id) : [];
    const html = (hasMark ? template : template.replace(ICON, NO_ICON))
      .replace('strict-origin-when-cross-origin', OPENED_BY_LINKS.test(path) ? 'no-referrer' : '$&')
      // After the initial styles, which come before those of the page, and before all scripts.
      .replace('<script type="module"', `${styles}$&`)
      .replace('</head>', `${scripts}</head>`)
      .replace('__DRAWING__', shell)
      .replaceAll('__THEME__', escapeHtml(brand.name))
      .replaceAll('__COMPANY__', escapeHtml(company))
      .replaceAll('__CAPTCHA__', escapeHtml(captcha ?? ''))
      .replaceAll('__SIZING__', escapeHtml(sizingBaseUrl ?? '/sizing/'))
      .replaceAll('__API_DOCS__', escapeHtml(apiDocs ?? ''))
      .replaceAll('__NONCE__', nonce)
      // Last, and as they are: nothing in them is a placeholder.
      .replaceAll(LOGIN_TEXTS, () => loginTexts);
    const encoding = preferredEncoding(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'Host, Accept-Encoding, Sec-Fetch-Dest')
      .header(
        'content-security-policy',
        createContentSecurityPolicy(
          nonce,
          captcha,
          sizingBaseUrl ? new URL(sizingBaseUrl).origin : undefined,
          inlineScripts,
          frameOrigins,
        ),
      )
      .send(encoding ? await compress(Buffer.from(html), encoding) : html);
  });
}

/**
 * Draws a garment with its features in a colour, as an SVG that is shown instead of a photograph. Each drawing has one address: others with
 * the same features in another order, or with features that are known no longer, lead there.
 */
export function registerGarmentDrawings(app: FastifyInstance): void {
  app.get<{ Params: { type: string; file: string } }>('/garments/:type/:file', async (request, reply) => {
    const { type, file } = request.params;
    const drawing = parseDrawing(type, file);
    if (!drawing) throw notFound('picture');
    if (drawing.garment !== type)
      return reply.header('cache-control', 'no-cache').redirect(`/garments/${drawing.garment}/${file}`, 301);
    const svg = drawGarment(drawing.type, drawing.look);
    const encoding = preferredEncoding(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('cache-control', YEAR)
      .header('vary', 'Accept-Encoding')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(encoding ? await compress(Buffer.from(svg), encoding) : svg);
  });
}
