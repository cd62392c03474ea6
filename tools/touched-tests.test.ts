import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listTouchedTests, readChanges } from './touched-tests.ts';

const SOURCES = new Map([
  ['contract/index.ts', `import { cartEndpoints } from './ordering/cart.ts';`],
  ['contract/ordering/cart.ts', `export const cartEndpoints = {\n  'GET /api/cart': endpoint({}),\n};`],
  ['api/app.ts', `import { routes } from './ordering/cart/cart.routes.ts';`],
  ['api/catalogue/pricing/pricing.rules.ts', ''],
  ['api/catalogue/pricing/pricing.test.ts', `import { price } from './pricing.rules.ts';`],
  ['api/catalogue/pricing/offer.sql', 'create or replace function unit_price(a integer) returns numeric'],
  ['api/catalogue/range/range.test.ts', ''],
  ['api/entitlement/use.sql', 'create or replace trigger t after update on order_line'],
  ['api/entitlement/use.test.ts', ''],
  [
    'api/ordering/cart/cart.routes.ts',
    `import { price } from '#api/catalogue/pricing/pricing.rules.ts';\nregister('GET /api/cart')`,
  ],
  ['api/ordering/cart/cart.queries.ts', 'sql`select unit_price(1)`'],
  ['api/ordering/cart/cart.test.ts', `import { usePortal } from '#api/testing/use-portal.ts';`],
  ['api/ordering/orders/orders.test.ts', `import { usePortal } from '#api/testing/use-portal.ts';`],
  ['api/testing/use-portal.ts', `import { app } from '#api/app.ts';`],
  ['api/testing/matrix.test.ts', ''],
  ['web/routes.tsx', `import('./ordering/cart/cart-page.tsx')`],
  ['web/routes.test.ts', `import { routes } from './routes.tsx';`],
  [
    'web/ordering/cart/cart-page.tsx',
    `import css from './cart.module.css';\nimport { Dialog } from '#web/ui/dialog.tsx';\napi('GET /api/cart')`,
  ],
  ['web/ordering/cart/cart.module.css', ''],
  ['web/ordering/cart/cart-page.test.tsx', ''],
  ['web/ui/dialog.tsx', ''],
  ['web/sizing/units.test.ts', ''],
  ['e2e/portal.ts', `import { startServer } from '#api/main.ts';`],
  ['e2e/actions.ts', `import { page } from './portal.ts';`],
  ['e2e/cart.e2e.ts', `import { add } from './actions.ts';\nimport { price } from '#api/catalogue/pricing/pricing.rules.ts';`],
  ['e2e/login.e2e.ts', `import { page } from './portal.ts';`],
  ['repository.test.ts', ''],
]);

/** The touched tests, without the one that is always run. */
const touchedBy = (...changed: string[]) => listTouchedTests(SOURCES, changed).filter((file) => file !== 'repository.test.ts');

describe('a change', () => {
  it.each([
    ['a test', 'api/ordering/orders/orders.test.ts', ['api/ordering/orders/orders.test.ts']],
    [
      'a rule: tests that import it, and tests beside what does',
      'api/catalogue/pricing/pricing.rules.ts',
      ['api/catalogue/pricing/pricing.test.ts', 'api/ordering/cart/cart.test.ts'],
    ],
    [
      'a function of the database: tests beside what names it',
      'api/catalogue/pricing/offer.sql',
      ['api/catalogue/pricing/pricing.test.ts', 'api/ordering/cart/cart.test.ts'],
    ],
    [
      'a trigger: its area and those above',
      'api/entitlement/use.sql',
      ['api/entitlement/use.test.ts', 'api/ordering/cart/cart.test.ts', 'api/ordering/orders/orders.test.ts'],
    ],
    [
      'a trigger that is gone',
      'api/entitlement/gone.sql',
      ['api/entitlement/use.test.ts', 'api/ordering/cart/cart.test.ts', 'api/ordering/orders/orders.test.ts'],
    ],
    [
      'a migration: the whole server',
      'api/platform/db/migrations/0042-x.sql',
      [...SOURCES.keys()].filter((file) => /^api\/.*\.test\.ts$/.test(file)).sort(),
    ],
    [
      'a call: those that serve and make it',
      'contract/ordering/cart.ts',
      ['api/ordering/cart/cart.test.ts', 'web/ordering/cart/cart-page.test.tsx'],
    ],
    ['a component: tests beside the pages that show it', 'web/ui/dialog.tsx', ['web/ordering/cart/cart-page.test.tsx']],
    ['styles', 'web/ordering/cart/cart.module.css', ['web/ordering/cart/cart-page.test.tsx']],
    ['what joins the pages: tests of that alone', 'web/routes.tsx', ['web/routes.test.ts']],
    ['what stories share', 'e2e/actions.ts', ['e2e/cart.e2e.ts']],
    ['what all stories share', 'e2e/portal.ts', ['e2e/cart.e2e.ts', 'e2e/login.e2e.ts']],
    [
      'packages: all but stories',
      'package.json',
      [...SOURCES.keys()].filter((file) => /(?<!repository)\.test\.tsx?$/.test(file)).sort(),
    ],
    ['a document', 'docs/WIRE.md', []],
  ])('of %s', (_, file, expected) => {
    expect(touchedBy(file)).toEqual(expected);
  });

  it('of anything runs the rules of the repository, and no change runs nothing', () => {
    expect(listTouchedTests(SOURCES, ['docs/WIRE.md'])).toEqual(['repository.test.ts']);
    expect(listTouchedTests(SOURCES, [])).toEqual([]);
  });
});

describe('of this repository', () => {
  let sources: Map<string, string>;
  beforeAll(async () => {
    ({ sources } = await readChanges(join(import.meta.dirname, '..')));
  });
  const share = (tests: readonly string[]) =>
    tests.length / [...sources.keys()].filter((file) => /\.test\.tsx?$/.test(file)).length;

  it('a rule of the cart touches the tests of the cart, and less than a quarter of all', () => {
    const touched = listTouchedTests(sources, ['api/ordering/cart/cart.rules.ts']);
    expect(touched).toContain('api/ordering/cart/add-to-cart.test.ts');
    expect(share(touched)).toBeLessThan(0.25);
  });

  it('the price of a line in the database touches prices, cart and orders, but not the log-in', () => {
    const touched = listTouchedTests(sources, ['api/catalogue/pricing/offer.sql']);
    expect(touched).toEqual(
      expect.arrayContaining(['api/ordering/cart/add-to-cart.test.ts', 'api/ordering/checkout/place-order.test.ts']),
    );
    expect(touched.filter((test) => test.startsWith('api/identity/'))).toEqual([]);
  });

  it('a page touches the tests of its components', () => {
    expect(listTouchedTests(sources, ['web/ordering/cart/cart-line.tsx'])).toContain('web/ordering/cart/cart-page.test.tsx');
  });
});
