import type { RouteObject } from 'react-router';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_PATH, patterns } from '#web/app/paths.ts';
import { routes } from '#web/routes.tsx';
import { logIn } from './actions.ts';
import { expectFits } from './builder-pages.ts';
import { createAxeCollector } from './page-checks.ts';
import { accountOf, createPageExamples, type PageExamples, type PageVisitor, storePictures } from './page-examples.ts';
import { createPageInspector } from './page-inspector.ts';
import { byWidth, isComplete, type PageVisit, visitsOf } from './page-visits.ts';
import { BRANDS, type BrandName, DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

// No page has a violation of an accessibility rule or an error, and every page fits the window. Each page is opened at one brand and width;
// `STORIES=all` opens it at every brand and width. `PICTURES=directory` saves a picture of each, at tablet width too. Pages of operators:
// every-page-of-operators.e2e.ts.

const pages = usePages();
const { portal } = pages;

const VISITORS: PageVisitor[] = ['buyer', 'wearer', 'admin', 'guest'];
const brands = Object.keys(BRANDS) as BrandName[];

/** The paths of all routes to pages; other routes redirect. The operators' pages have a map of their own. */
const listPages = (map: readonly RouteObject[]): string[] =>
  map.flatMap(({ path, lazy, children }) => {
    if (children) return listPages(children);
    return path === undefined || !lazy || path.startsWith(OPERATOR_PATH) ? [] : [path];
  });
const routePaths = listPages(routes);

const examples = new Map<BrandName, PageExamples>();
beforeAll(async () => {
  await storePictures(pages);
  for (const brand of brands) examples.set(brand, await createPageExamples(pages, brand));
});

/** The brands at which a page is opened: all, or the next one in turn that has an example of it. */
function chooseBrands(pattern: string, index: number): BrandName[] {
  const inTurn = brands.map((_, offset) => brands[(index + offset) % brands.length] as BrandName);
  const withPage = inTurn.filter((brand) => examples.get(brand)?.has(pattern));
  return isComplete ? withPage : withPage.slice(0, 1);
}

/** What a visitor opens at a brand: addresses with the width of the window. */
const planVisits = (brand: BrandName, visitor: PageVisitor): PageVisit[] =>
  routePaths
    .flatMap((pattern, index) => {
      const example = examples.get(brand)?.get(pattern);
      if (example?.as !== visitor || !chooseBrands(pattern, index).includes(brand)) return [];
      return example.addresses.flatMap((address, other) => visitsOf(address, index + other));
    })
    .sort(byWidth);

describe('every page', () => {
  it('has an example', () => {
    expect(routePaths.filter((pattern, index) => chooseBrands(pattern, index).length === 0)).toEqual([]);
    expect(routePaths.length).toBeGreaterThan(50);
  });

  it.each(brands)('of customers is accessible, fits, and has no error: %s', async (brand) => {
    const session = await portal.openPage(brand, DESKTOP_WIDTH);
    const { findings, inspect } = createPageInspector(session);
    for (const visitor of VISITORS) {
      const visits = planVisits(brand, visitor);
      if (visitor !== 'guest' && visits.length > 0) await logIn(session, accountOf(brand, visitor), '/licences/inter.txt');
      let previous = '';
      for (const [address, width] of visits) {
        // Links lead from page to page within the shell.
        await inspect(address, width, [previous, address].every((one) => one.startsWith(patterns.landing)) ? 'link' : 'load');
        previous = address;
      }
    }
    expect(findings).toEqual([]);
    await session.close();
  });

  it('of an old release, which can no longer be loaded, says so with and without the shell', async () => {
    const { page, origin, close, ...session } = await portal.openPage('alder', PHONE_WIDTH);
    const { findings, check } = createAxeCollector(page);
    await page.route(/\/(size|register)-page-[^/]*\.js$/, (route) => route.abort());
    await logIn({ page, origin, ...session }, accountOf('alder', 'buyer'), '/licences/inter.txt');
    for (const address of [patterns.size, patterns.register]) {
      await page.goto(origin + address);
      await page.getByText('This page could not be shown.').waitFor();
      await check(address);
      await expectFits(page, address);
    }
    expect(findings).toEqual([]);
    await close();
  });
});
