import { brotliCompressSync, constants } from 'node:zlib';
import type { Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { logInByForm } from './actions.ts';
import { BRANDS, type BrandName, DESKTOP_WIDTH, type PageSession, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();

const MAX_KILOBYTES = 145;

/** The answers with scripts and styles that a page asks for until it rests, by path, and its HTML. */
async function loadedAt({ page, origin }: PageSession, path: string): Promise<{ html: string; files: Map<string, Response> }> {
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
    for (const response of files.values()) {
      bytes += brotliCompressSync(await response.body(), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
    }
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
    await logInByForm(visitor, BRANDS.sundial.buyer);
    for (const page of ['home', 'products', 'cart', 'orders']) expect(await missing(`/index/${page}`)).toEqual([]);
    await visitor.close();
  });
});
