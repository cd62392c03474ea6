import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OPERATOR_RIGHTS, type OperatorRight } from '#contract/identity/operators/operator-rights.ts';
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
  api.on('GET /api/operator/proofs', { requests: [], totalCount: 0 });
  api.on('GET /api/operator/decoration/work', { days: [] });
  api.on('GET /api/operator/punchout/orders', { purchaseOrders: [], totalCount: 0, waitingCount: 0 });
  api.on('GET /api/operator/invoices', { invoices: [], totalCount: 0 });
  api.on('GET /api/operator/cardpayments', {});
  api.on('GET /api/operator/products', { products: [], totalCount: 0 });
  api.on('GET /api/operator/sizeguides', { sizeGuides: [] });
  api.on('GET /api/operator/webhooks', { webhooks: [] });
  return renderPage(<OperatorApp />, { path, route: '/operator/*', isOperator: true });
}

/** Links of the navigation by name, and groups as their name with their links. */
type Entries = (string | string[])[];

const ALL: Entries = [
  'Board',
  ['Orders', 'Shipments', 'Decoration', 'Proofs', 'Quotes', 'PunchOut orders', 'Tailoring', 'Returns'],
  ['Products', 'Catalogue', 'Stock', 'Size guides', 'Prices', 'Personalisation'],
  'Content',
  ['Billing', 'Invoices', 'Payments', 'Card payments'],
  ['Administration', 'Webhooks', 'PunchOut', 'Payment providers', 'Keys', 'Team'],
];

const getNavigation = (index: number) => screen.getAllByRole('navigation', { name: 'Main' })[index] as HTMLElement;
const textsOf = (elements: Iterable<Element>) => Array.from(elements, ({ textContent }) => textContent ?? '');

/** The row; of a group, what its button opens. */
async function listRow(): Promise<Entries> {
  await screen.findByRole('button', { name: 'Menu' });
  const plain = textsOf(within(getNavigation(0)).queryAllByRole('link'));
  return [...getNavigation(0).querySelectorAll(':scope > a, :scope > button')].map((entry) => {
    const name = entry.textContent ?? '';
    if (entry.tagName === 'A') return name;
    fireEvent.click(entry);
    const links = textsOf(within(getNavigation(0)).getAllByRole('link')).filter((link) => !plain.includes(link));
    fireEvent.click(entry);
    return [name, ...links];
  });
}

/** The menu of narrow windows. */
function listMenu(): Entries {
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  const menu = getNavigation(1);
  return [...menu.children].map((entry) =>
    entry.tagName === 'A'
      ? (entry.textContent ?? '')
      : textsOf([entry.firstElementChild as Element, ...entry.querySelectorAll('a')]),
  );
}

it.each<[OperatorRight, string, Entries]>([
  [
    'warehouse',
    '/operator/board',
    ['Board', ['Orders', 'Shipments', 'Decoration', 'Proofs', 'PunchOut orders', 'Returns'], 'Stock'],
  ],
  [
    'customerService',
    '/operator/board',
    [
      'Board',
      ['Orders', 'Shipments', 'Decoration', 'Proofs', 'Quotes', 'PunchOut orders', 'Returns'],
      ['Products', 'Catalogue', 'Stock'],
      'Content',
      ['Billing', 'Invoices', 'Card payments'],
      'PunchOut',
    ],
  ],
  ['accounts', '/operator/invoices', ['Invoices', 'Payments', 'Card payments']],
  [
    'catalogue',
    '/operator/products',
    [['Products', 'Catalogue', 'Stock', 'Size guides', 'Prices', 'Personalisation'], 'Content', 'PunchOut'],
  ],
  ['tailoring', '/operator/made-to-measure', ['Tailoring']],
  ['administrator', '/operator/webhooks', ['Webhooks', 'PunchOut', 'Keys', 'Team']],
])('%s: begins at %s, and the navigation has only what the right opens', async (right, start, entries) => {
  const { address } = open('/operator', [right]);
  await waitFor(() => expect(address()).toBe(start));
  expect(await listRow()).toEqual(entries);
  expect(listMenu()).toEqual(entries);
});

it('groups the pages of those who see all, and marks the page that is open and its group', async () => {
  const { user, address } = open('/operator/invoices', [...OPERATOR_RIGHTS]);
  await screen.findByRole('heading', { name: 'Invoices', level: 1 });
  expect(await listRow()).toEqual(ALL);
  const row = within(getNavigation(0));
  const listCurrent = () => textsOf(row.queryAllByRole('button', { current: true }));
  expect(listCurrent()).toEqual(['Billing']);
  await user.click(row.getByRole('button', { name: 'Billing' }));
  expect(textsOf(row.getAllByRole('link', { current: 'page' }))).toEqual(['Invoices']);

  await user.click(row.getByRole('button', { name: 'Products' }));
  await user.click(row.getByRole('link', { name: 'Size guides' }));
  await waitFor(() => expect(listCurrent()).toEqual(['Products']));
  expect([address(), row.queryByRole('link', { name: 'Size guides' })]).toEqual(['/operator/size-guides', null]);
});

it('lists the keys by group, and opens pages of a group by key', async () => {
  const { user, address } = open('/operator/nowhere', [...OPERATOR_RIGHTS]);
  await screen.findByRole('heading', { name: 'Page not found' });
  await user.keyboard('?');
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard' }));
  expect(textsOf(help.getAllByRole('heading', { level: 3 }))).toEqual(['Orders', 'Products', 'Billing', 'Administration']);
  expect(textsOf(help.getAllByRole('definition'))).toEqual([
    'These keys',
    'Board',
    'Content',
    ...ALL.flatMap((entry) => (typeof entry === 'string' ? [] : entry.slice(1))),
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('gi');
  await waitFor(() => expect(address()).toBe('/operator/invoices'));
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
