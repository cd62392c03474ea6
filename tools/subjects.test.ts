import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCallsServedElsewhere, findSubjectGaps } from './subjects.ts';

const project = join(import.meta.dirname, '..');
const sources = new Map(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'contract', 'api', 'web'], {
    cwd: project,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && existsSync(join(project, file)))
    .map((file) => [file, readFileSync(join(project, file), 'utf8')]),
);

describe('subjects of contract, server and web', () => {
  /** What is not on all layers, or not in the same area, with the reason. */
  const EXCEPTIONS: Record<string, string> = {
    'accounts: not in api, web':
      'units, kinds and statuses that calls of several subjects share; accounts are what the whole area is about',
    'adjustments: people in contract and api, entitlement in web':
      'the statement, which people’s pages show, opens the dialog; the server reads and changes people',
    'brands: not in web': 'the look of a brand is in web/themes, and its help in web/app/shell',
    'countries: not in contract, web': 'rows of every installation, which addresses send',
    'credit: not in web': 'shown by cart and checkout; the supplier’s terms are in web/operator/organisations',
    'decisions: not in web': 'decided on the pages of web/ordering/approval',
    'delivery-options: not in web':
      'kept on the page of web/operator/organisations; chosen in the checkout, by the calls of that',
    'document-parties: not in contract, web': 'seller and buyer, as invoices and receipts print them',
    'erasure: privacy in contract and api, people in web':
      'erasing reaches every area of the server; its dialogs are on people’s pages',
    'fit-feedback: not in contract': 'its call replies with the order, so it is one of contract/ordering/orders.ts',
    'home: not in contract, api': 'a page that shows other subjects',
    'html: not in contract, web': 'sanitises what the subjects of content publish',
    'issued-garments: ordering in contract and api, entitlement in web':
      'made from shipments and returns; shown by people’s pages and the builder, which may import web/entitlement',
    'kept-sizes: ordering in contract and api, sizing in web':
      'read from orders; shown beside size advice wherever a size is chosen, which may import web/sizing',
    'kept-products: not in contract, web': 'which products operators see and change, for every subject that keeps a part of them',
    'layout: not in contract, api': 'frames of pages without a menu',
    'mails: not in contract, web': 'what the mails about orders have in common',
    'mannequin: not in contract, api': 'drawn in the browser; the surface itself is in body/mannequin',
    'order-acts: not in contract, web': 'how everything that acts on an order records it',
    'order-filters: not in web': 'what the list of orders, its export and the figures of dashboards are filtered by',
    'operators: not in web': 'web/operator is theirs, with account/, api-keys/, session/ and team/',
    'payment-parts: not in contract, web': 'rules of who pays which pieces, which checkout, orders, invoices and payments share',
    'preferences: not in contract, api':
      'the screen before the first page: terms, privacy and marketing, saved as fields of the person',
    'pricing: not in contract, web': 'rules that products, cart and orders share',
    'quick-order: not in contract, api': 'a way of ordering that uses the calls of products and the cart',
    'remainder: not in web':
      'what remains of orders; shown by the dialogs of web/ordering/order-changes and the card of web/ordering/approval',
    'season-members: people in contract and api, organisation in web':
      'adding people is a bulk edit of them; the form of a season, which offers it, is in web/organisation/structure',
    'sessions: not in contract, web': 'the authenticator of every call; one’s own sessions are part of the account',
    'sizing-schemas: not in api, web': 'schemas that calls of sizing and the export of one’s own data share',
    'statement: ordering in contract and api, entitlement in web':
      'reads order lines on the server; its summary is shown by people’s pages, which may import web/entitlement',
    'stock: ordering in contract, catalogue in api':
      'the catalogue keeps the ledger; its calls show which orders wait, and are served by api/ordering/fulfilment/stock',
    'topic-locations: not in api, web': 'what pages of topics may load of their contract',
  };

  it('have one word and one area on all layers, except those listed with a reason', () => {
    expect(findSubjectGaps([...sources.keys()]).filter((gap) => !(gap in EXCEPTIONS))).toEqual([]);
  });

  it('have no unused exceptions', () => {
    const gaps = findSubjectGaps([...sources.keys()]);

    expect(Object.keys(EXCEPTIONS).filter((gap) => !gaps.includes(gap))).toEqual([]);
  });

  it('are served where the contract has their calls', () => {
    expect(findCallsServedElsewhere(sources)).toEqual([]);
  });
});

describe('findSubjectGaps', () => {
  const complete = ['contract/ordering/orders.ts', 'api/ordering/orders/orders.routes.ts', 'web/ordering/orders/page.tsx'];

  it('finds nothing when a word is on all layers', () => {
    expect(findSubjectGaps(complete)).toEqual([]);
    expect(findSubjectGaps([...complete.slice(0, 2), 'web/operator/orders/page.tsx'])).toEqual([]);
    expect(findSubjectGaps([...complete.slice(0, 2), 'web/app/orders.ts'])).toEqual([]);
    expect(findSubjectGaps(['contract/search/search.ts', 'api/search/search.routes.ts', 'web/app/search/panel.tsx'])).toEqual([]);
  });

  it('finds words that a layer does not have', () => {
    expect(findSubjectGaps(complete.slice(0, 2))).toEqual(['orders: not in web']);
    expect(findSubjectGaps(['web/content/home/home-page.tsx'])).toEqual(['home: not in contract, api']);
  });

  it('finds words whose areas have nothing in common', () => {
    expect(findSubjectGaps([...complete.slice(0, 2), 'web/people/orders/page.tsx'])).toEqual([
      'orders: ordering in contract and api, people in web',
    ]);
    expect(findSubjectGaps([...complete, 'web/people/orders/page.tsx'])).toEqual([]);
  });

  it('takes neither platform nor shell nor pages of operators for subjects', () => {
    expect(
      findSubjectGaps([
        'api/platform/mail/outbox.ts',
        'web/ui/forms/field.tsx',
        'web/app/shell/menu.tsx',
        'web/operator/team/page.tsx',
      ]),
    ).toEqual([]);
  });
});

describe('findCallsServedElsewhere', () => {
  const contract = `export const orderEndpoints = {\n  'GET /api/orders': endpoint({\n  }),\n};`;
  const routes = `registerEndpoint(app, authenticator, 'GET /api/orders', async () => ({}));`;
  const served = (from: string, to: string) =>
    findCallsServedElsewhere(
      new Map([
        [from, contract],
        [to, routes],
      ]),
    );

  it('accepts routes in the folder of the subject, or directly in the area', () => {
    expect(served('contract/ordering/orders.ts', 'api/ordering/orders/orders.routes.ts')).toEqual([]);
    expect(served('contract/ordering/orders/list.ts', 'api/ordering/orders/list/list.routes.ts')).toEqual([]);
    expect(served('contract/search/search.ts', 'api/search/search.routes.ts')).toEqual([]);
  });

  it('finds routes in another area or subject', () => {
    expect(served('contract/ordering/orders.ts', 'api/people/orders/orders.routes.ts')).toEqual([
      'GET /api/orders: contract/ordering/orders.ts, api/people/orders/orders.routes.ts',
    ]);
    expect(served('contract/ordering/orders.ts', 'api/ordering/cart/cart.routes.ts')).toHaveLength(1);
  });
});
