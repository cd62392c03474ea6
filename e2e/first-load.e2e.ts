import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PrerenderManifest } from '#api/platform/http/prerender.ts';
import { addToCart, chooseAvailableOptions, hold, logIn, openFirstProduct, openProducts } from './actions.ts';
import { BRANDS, type BrandName, DESKTOP_WIDTH, type PageSession, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();

const MAX_KILOBYTES = 147;
/** What the frame around all pages inside adds to the log-in, and what a page adds to the frame. */
const MAX_FRAME_KILOBYTES = 50;
const MAX_PAGE_KILOBYTES = 55.5;

/** The width of Lighthouse's phone. */
const LARGE_PHONE_WIDTH = 412;

const webDir = join(import.meta.dirname, '../dist/web');
/** The bytes that the server sends of a file: small ones are not compressed. */
const sentSize = async (file: string) => {
  const compressed = await stat(join(webDir, `${file}.br`)).catch(() => undefined);
  return (compressed ?? (await stat(join(webDir, file)))).size;
};

/** The answers with scripts and styles that a page asks for until it rests, by path, and its HTML. */
async function loadedAt({ page, origin }: PageSession, path: string): Promise<{ html: string; files: Map<string, Response> }> {
  // A busy browser does not rest before it prefetches what later pages need; that is not part of the load.
  await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));
  const files = new Map<string, Response>();
  const collect = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (/\.(js|css)$/.test(pathname)) files.set(pathname, response);
  };
  page.on('response', collect);
  const html = (await (await page.goto(origin + path, { waitUntil: 'networkidle' }))?.text()) ?? '';
  page.off('response', collect);
  return { html, files };
}

describe('the first load of the login', () => {
  it(`loads at most ${MAX_KILOBYTES} KB of scripts and styles, compressed`, async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { files } = await loadedAt(visitor, '/login');

    let bytes = 0;
    for (const file of files.keys()) bytes += await sentSize(file);
    console.log(`first load of the login: ${(bytes / 1024).toFixed(1)} KB in ${files.size} files`);
    expect(files.size).toBeGreaterThan(1);
    expect(bytes).toBeLessThanOrEqual(MAX_KILOBYTES * 1024);
    expect(visitor.pageErrors).toEqual([]);
    await visitor.close();
  });

  it.each(Object.keys(BRANDS) as BrandName[])('shows the form of %s before any script has loaded', async (brand) => {
    const { page, origin, pageErrors, close } = await portal.openPage(brand, PHONE_WIDTH);
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`${origin}/login`);

    const placeOf = (selector: string) => page.locator(selector).first().boundingBox();
    const drawn = [await placeOf('h1'), await placeOf('input'), await placeOf('button[type=submit]')];
    expect(await page.locator('h1').textContent()).toBe('Log in');
    expect(await page.locator('input').first().isEditable()).toBe(false);

    await page.unroute('**/*.js');
    await page.goto(`${origin}/login`);
    await page.getByLabel('Email').click();
    expect([await placeOf('h1'), await placeOf('input'), await placeOf('button[type=submit]')]).toEqual(drawn);
    expect(pageErrors).toEqual([]);
    await close();
  });
});

describe('a page', () => {
  it('references all scripts and styles in its HTML, so that they load at once', async () => {
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const missing = async (path: string) => {
      const { html, files } = await loadedAt(visitor, path);
      expect(files.size).toBeGreaterThan(2);
      return [...files.keys()].filter((file) => !html.includes(file)).map((file) => `${path}: ${file}`);
    };
    expect(await missing('/login')).toEqual([]);
    await logIn(visitor, BRANDS.sundial.buyer, '/licences/inter.txt');
    for (const page of ['home', 'products', 'cart', 'orders']) expect(await missing(`/index/${page}`)).toEqual([]);
    await visitor.close();
  });

  it(`adds at most ${MAX_FRAME_KILOBYTES} KB of scripts and styles to the log-in with its frame, and ${MAX_PAGE_KILOBYTES} KB of its own`, async () => {
    const { screens } = JSON.parse(await readFile(join(webDir, 'prerender.json'), 'utf8')) as PrerenderManifest;
    const kilobytes = async (files: Iterable<string>) =>
      (await Promise.all([...files].map(sentSize))).reduce((sum, size) => sum + size, 0) / 1024;

    const login = new Set(screens.at(-1)?.files);
    const inside = screens.filter(({ path }) => path.startsWith('^/index')).map(({ files }) => new Set(files));
    const frame = new Set(inside.reduce((shared, files) => shared.intersection(files)).difference(login));
    const pages = screens.map(async ({ path, files }) => ({
      path,
      size: await kilobytes(new Set(files).difference(login).difference(frame)),
    }));
    const largest = (await Promise.all(pages)).toSorted((one, other) => other.size - one.size);
    const frameSize = await kilobytes(frame);
    const described = largest.slice(0, 3).map(({ path, size }) => `${path} ${size.toFixed(1)} KB`);
    console.log(`frame ${frameSize.toFixed(1)} KB; largest pages: ${described.join(', ')}`);
    expect(inside.length).toBeGreaterThan(20);
    expect(frameSize).toBeLessThanOrEqual(MAX_FRAME_KILOBYTES);
    expect(largest.filter(({ size }) => size > MAX_PAGE_KILOBYTES)).toEqual([]);
  });

  it('has its title and the search in their final places before any script has loaded', async () => {
    const visitor = await portal.openPage('alder', PHONE_WIDTH);
    const { page, origin } = visitor;
    await logIn(visitor, BRANDS.alder.buyer, '/licences/inter.txt');
    const headingAndSearch = async () => [
      await page.locator('h1').textContent(),
      await page.locator('h1').boundingBox(),
      await page.getByRole('button', { name: 'Search', includeHidden: true }).first().boundingBox(),
    ];
    for (const name of ['products', 'cart', 'orders']) {
      await page.route('**/*.js', (route) => route.abort());
      await page.goto(`${origin}/index/${name}`);
      const drawn = await headingAndSearch();
      await page.unroute('**/*.js');
      await page.goto(`${origin}/index/${name}`);
      await page.locator('#root > :not([inert]) h1').waitFor();
      expect(await headingAndSearch()).toEqual(drawn);
    }
    await visitor.close();
  });

  it.each([
    ['products', '**/api/products?*', 'article'],
    ['home', '**/api/orders/openmatters', 'h2:text("Your people")'],
    ['cart', '**/api/crossSellProducts', 'h2:text("Often ordered with these")'],
    ['settings/news', '**/api/organisations/announcements?*', ':text("No announcements yet")'],
  ])('of the %s does not move when data arrives late', async (name, late, content) => {
    const visitor = await portal.openPage('sundial', LARGE_PHONE_WIDTH);
    const { page, origin } = visitor;
    await logIn(visitor, name === 'settings/news' ? 'admin@meridian.example' : BRANDS.sundial.buyer);
    if (name === 'cart') {
      await openProducts(visitor);
      const sheet = await openFirstProduct(visitor);
      await chooseAvailableOptions(sheet);
      await addToCart(visitor, sheet);
    }
    if (name === 'settings/news')
      await page.route(late, (route) => route.fulfill({ json: { announcements: [], totalCount: 0 } }));
    const release = await hold(page, late);
    await page.addInitScript(() => {
      const shifts = { sum: 0 };
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const asked = page.waitForRequest(late);
    await page.goto(`${origin}/index/${name}`);
    await asked;
    await page.getByRole('heading', { level: 1 }).and(page.locator(':not([inert] *)')).waitFor();
    await visitor.waitForNetworkIdle();
    await page.evaluate('shifts.sum = 0');
    release();
    await page.locator(content).first().waitFor();
    await visitor.waitForNetworkIdle();
    expect(await page.evaluate('shifts.sum')).toBeLessThanOrEqual(0.05);
    await visitor.close();
  });
});
