import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OperatorRight } from '#contract/identity/operators/operator-rights.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OperatorApp } from './operator-app.tsx';
import { endOperatorSession, startOperatorSession } from './session/operator-session.ts';

const api = useStubbedApi();
beforeEach(() => startOperatorSession('token'));
afterEach(() => endOperatorSession());

/** Opens an address as an operator with these rights. */
function open(path: string, rights: OperatorRight[]) {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', name: 'Olive Operator', rights } });
  for (const call of [
    'GET /api/operator/listsettings/:list',
    'GET /api/operator/listviews/:list',
    'GET /api/operator/account',
    'GET /api/operator/passkeys',
  ] as const)
    api.on(call, {});
  api.on('GET /api/operator/orders', { orders: [], totalCount: 0 });
  api.on('GET /api/operator/invoices', { invoices: [], totalCount: 0 });
  api.on('GET /api/operator/products', { products: [], totalCount: 0 });
  api.on('GET /api/operator/sizeguides', { sizeGuides: [] });
  api.on('GET /api/operator/webhooks', { webhooks: [] });
  return renderPage(<OperatorApp />, { path, route: '/operator/*', isOperator: true });
}

/** The entries of the navigation, which is there twice: as a row, and as a menu for narrow windows. */
const listPages = async () =>
  within((await screen.findAllByRole('navigation', { name: 'Main' }))[0] as HTMLElement)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

it.each<[OperatorRight, string, string[]]>([
  ['warehouse', '/operator/board', ['Board', 'Decoration', 'Shipments', 'Proofs', 'Stock', 'Returns']],
  [
    'customerService',
    '/operator/board',
    ['Board', 'Decoration', 'Shipments', 'Proofs', 'Catalogue', 'Stock', 'Content', 'Returns', 'Invoices'],
  ],
  ['accounts', '/operator/invoices', ['Invoices', 'Payments']],
  ['catalogue', '/operator/products', ['Catalogue', 'Stock', 'Size guides', 'Prices', 'Personalisation', 'Content']],
  ['tailoring', '/operator/made-to-measure', ['Tailoring']],
  ['administrator', '/operator/webhooks', ['Webhooks', 'Keys', 'Team']],
])('%s: begins at %s, and the menu has only what the right opens', async (right, start, pages) => {
  const { address } = open('/operator', [right]);
  await waitFor(() => expect(address()).toBe(start));
  expect(await listPages()).toEqual(pages);
});

it('says that a page is not included, in place of opening it, and asks the server for nothing', async () => {
  open('/operator/payments', ['warehouse']);
  await screen.findByRole('heading', { name: 'No access' });
  expect(api.requests('GET /api/operator/payments')).toEqual([]);
});

it('opens the own account whatever the rights', async () => {
  open('/operator/account', ['catalogue']);
  await screen.findByRole('heading', { name: 'Your account' });
});
