import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { NARROW, renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { Quote } from '../quote-status.ts';
import { QuotePage } from './quote-page.tsx';

const api = useStubbedApi();

const person = { id: 1, firstName: 'Ruth', lastName: 'Okafor', email: 'ruth@meridian.example' };
const offered = { isOffered: true, unitPrice: 9.95, setupPrice: 25, quantity: 40, productId: 7, acceptedQuantity: 0 };
const QUOTED: PartsOf<Quote> = {
  id: 5,
  quoteNumber: 'Q70005',
  title: 'Aprons',
  status: 'Quoted',
  statusId: 30,
  customer: person,
  createdOnUtc: '2026-11-02T09:00:00Z',
  updatedOnUtc: '2026-11-03T09:00:00Z',
  validUntilUtc: '2099-12-31T00:00:00Z',
  currencyCode: 'GBP',
  total: 398,
  version: 1,
  isOwn: true,
  canAccept: true,
  canDecline: true,
  canWrite: true,
  items: [
    { id: 50, name: 'Bib apron', attributeDescription: 'Navy', ...offered },
    { id: 51, name: 'Waist apron', attributeDescription: 'Navy', ...offered, unitPrice: 8, setupPrice: 0, alternativeToId: 50 },
    { id: 52, name: 'Chef hat', isOffered: false, quantity: 5, answer: 'No longer made.' },
  ],
};

const show = (quote: PartsOf<Quote>, setting: { caller?: object; width?: number } = {}) => {
  api.on('GET /api/quote/:id', { quote });
  return renderPage(<QuotePage />, { path: '/index/quotes/5', route: '/index/quotes/:id', ...setting });
};
const accepted = () => api.requests('POST /api/quote/:id/accept').map(({ body }) => body);

beforeEach(() => {
  sessionStorage.clear();
  api.on('POST /api/quote/:id/accept', { quote: QUOTED, items: [] });
});

it('adds up what is chosen, and accepts a part of one of two alternatives', async () => {
  const { user, address } = show(QUOTED);
  // As requested: 40 × £9.95 and £25.00 set-up.
  expect(await screen.findByText('£423.00 excl. tax')).toBeTruthy();
  expect(screen.getByText('Not offered')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Accept Waist apron, Navy' }));
  const pieces = screen.getByRole('textbox', { name: 'Pieces of Waist apron, Navy' });
  await user.clear(pieces);
  await user.type(pieces, '12{Tab}');
  await screen.findByText('£96.00 excl. tax');
  await user.click(screen.getByRole('button', { name: 'Accept and add to cart' }));
  await waitFor(() => expect(address()).toBe('/index/cart'));
  expect(accepted()).toEqual([{ version: 1, items: [{ id: 51, quantity: 12 }] }]);
  expect(api.requests('POST /api/quote/:id/accept')[0]?.headers.get('Idempotency-Key')).toMatch(/./);
  await screen.findByText(/^Accepted: 12 pieces of Q70005/);
});

it('accepts nothing while nothing is chosen', async () => {
  const { user } = show(QUOTED);
  await user.click(await screen.findByRole('radio', { name: 'None of these' }));
  expect(screen.getByRole('button', { name: 'Accept and add to cart' })).toHaveProperty('disabled', true);
  expect(screen.getAllByText('Choose at least one line.').length).toBeGreaterThan(0);
});

it('takes the sizes of a line without one, up to what is left', async () => {
  const size = (id: number, value: string) => ({
    id,
    productId: 7,
    attributeDescription: value,
    attributes: [{ id: 1, productAttributeName: 'Size', valueId: id, value }],
    stockStatus: 'NotManaged' as const,
  });
  api.on('GET /api/products/:id', {
    products: [
      {
        id: 7,
        name: 'Polo',
        orderMaximumQuantity: 1000,
        attributes: [
          {
            id: 1,
            productAttributeName: 'Size',
            role: 'size',
            attributeValues: [
              { id: 71, name: 'S' },
              { id: 72, name: 'M' },
              { id: 73, name: 'L' },
            ],
          },
        ],
        productAttributeCombinations: [size(71, 'S'), size(72, 'M'), size(73, 'L')],
      },
    ],
  });
  // Large is not part of the quote.
  const combinations = [71, 72].map((combinationId) => ({ combinationId }));
  const items = [{ id: 60, name: 'Polo', ...offered, setupPrice: 0, acceptedQuantity: 30, combinations }];
  // The table of sizes draws only rows that have a height, which nothing has here.
  const { user } = show({ ...QUOTED, items }, { width: NARROW });
  const accept = await screen.findByRole('button', { name: 'Accept and add to cart' });
  const [small, medium] = [
    await screen.findByRole('textbox', { name: 'Quantity of S' }),
    screen.getByRole('textbox', { name: 'Quantity of M' }),
  ];
  expect(screen.queryByRole('textbox', { name: 'Quantity of L' })).toBeNull();
  expect(accept).toHaveProperty('disabled', true);
  await user.type(small, '{Backspace}4{Tab}');
  await user.type(medium, '{Backspace}7{Tab}');
  await screen.findByText('11 of 10 pieces in sizes');
  expect(accept).toHaveProperty('disabled', true);
  await user.clear(medium);
  await user.type(medium, '6{Tab}');
  await user.click(accept);
  await waitFor(() => expect(accepted()).toHaveLength(1));
  expect(accepted()[0]?.items).toEqual([
    { id: 60, quantity: 4, combinationId: 71 },
    { id: 60, quantity: 6, combinationId: 72 },
  ]);
});

it('says why the server accepts a line not, at the line, or why it accepts nothing', async () => {
  api.on('POST /api/quote/:id/accept', refuse(422, { 'items[0].quantity': 'Sold in quantities of 10 and 20.' }));
  const { user } = show(QUOTED);
  await user.click(await screen.findByRole('button', { name: 'Accept and add to cart' }));
  await within(screen.getByRole('listitem', { name: 'Bib apron' })).findByText('Sold in quantities of 10 and 20.');
  api.on('POST /api/quote/:id/accept', refuse(409, { quote: 'This quote was revised. Please read the new answer.' }));
  await user.click(screen.getByRole('button', { name: 'Accept and add to cart' }));
  await screen.findByText('This quote was revised. Please read the new answer.');
});

it('declines with a reason', async () => {
  api.on('POST /api/quote/:id/decline', {
    quote: {
      ...QUOTED,
      status: 'Declined',
      canAccept: false,
      canDecline: false,
      declinedBy: 'customer',
      declineReason: 'Too late',
    },
  });
  const { user } = show(QUOTED);
  await user.click(await screen.findByRole('button', { name: 'Decline quote' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(/^Reason/), 'Too late');
  await user.click(within(dialog).getByRole('button', { name: 'Decline quote' }));
  await waitFor(() => expect(api.requests('POST /api/quote/:id/decline')[0]?.body).toEqual({ reason: 'Too late' }));
});

it('shows who declined it and why, and offers to ask again', async () => {
  show({
    ...QUOTED,
    status: 'Declined',
    canAccept: false,
    canDecline: false,
    declinedBy: 'supplier',
    declineReason: 'Not made any more.',
  });
  await screen.findByText('Your supplier declined this request.');
  expect(screen.getByText('Not made any more.')).toBeTruthy();
});

it('withdraws a request that has no answer', async () => {
  const submitted = {
    ...QUOTED,
    status: 'Submitted' as const,
    version: 0,
    canAccept: false,
    canDecline: false,
    canWithdraw: true,
  };
  api.on('POST /api/quote/:id/withdraw', {
    quote: { ...submitted, status: 'Declined', canWithdraw: false, declinedBy: 'withdrawn' },
  });
  const { user } = show(submitted);
  await user.click(await screen.findByRole('button', { name: 'Withdraw request' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw request' }));
  await waitFor(() => expect(api.requests('POST /api/quote/:id/withdraw')).toHaveLength(1));
});

it('sends a message, and tells the sales team about new files once', async () => {
  const message = {
    id: 1,
    fromSupplier: true,
    name: 'Sam Seller',
    text: 'Which colour?',
    files: [{ id: 4, filename: 'colours.pdf' }],
  };
  const answer = { id: 2, fromSupplier: false, name: 'Ruth Okafor', text: 'Navy, please' };
  api.on('POST /api/quote/:id/message', { quote: { ...QUOTED, messages: [message, answer] } });
  api.on('GET /api/quotefilenotification/:id', { success: true, msg: 'The sales team has been emailed.' });
  const { user } = show({
    ...QUOTED,
    unsentFiles: 2,
    files: [{ id: 3, filename: 'plan.pdf', sizeBytes: 1200 }],
    messages: [message],
  });
  await screen.findByText('Which colour?');
  await user.type(screen.getByLabelText('Write to your supplier'), 'Navy, please');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await waitFor(() => expect(screen.getByLabelText('Write to your supplier')).toHaveProperty('value', ''));
  expect(api.requests('POST /api/quote/:id/message').map(({ body }) => body)).toEqual([{ text: 'Navy, please', fileIds: [] }]);
  await user.click(screen.getByRole('button', { name: 'Tell the sales team about new files' }));
  await screen.findByText('The sales team has been emailed.');
});

it('reads an earlier answer without accepting it', async () => {
  api.on('GET /api/quote/:id', ({ query }) => ({
    quote: query.version === '1' ? { ...QUOTED, version: 1, notes: 'First answer' } : { ...QUOTED, version: 2 },
  }));
  renderPage(<QuotePage />, { path: '/index/quotes/5?version=1', route: '/index/quotes/:id' });
  await screen.findByText(/has been replaced by a newer one/);
  expect(screen.getByText('First answer')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Accept and add to cart' })).toBeNull();
  expect(screen.getByRole('link', { name: 'View version 2' })).toHaveProperty('pathname', '/index/quotes/5');
});

it('lets an administrator name another owner', async () => {
  api.on('GET /api/customers', { customers: [{ id: 9, firstName: 'Ann', lastName: 'Ash', active: true }], totalCount: 1 });
  api.on('PUT /api/quote/:id/owner', { quote: QUOTED });
  const { user } = show(
    { ...QUOTED, isOwn: false, canAccept: false, canDecline: false, canGiveAway: true },
    { caller: { roles: ['OrganisationAdmin'] } },
  );
  await user.click(await screen.findByRole('button', { name: 'Change owner' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('combobox', { name: 'New owner' }));
  await user.click(await screen.findByRole('option', { name: /Ann Ash/, hidden: true }));
  await user.click(within(dialog).getByRole('button', { name: 'Change owner' }));
  await waitFor(() => expect(api.requests('PUT /api/quote/:id/owner')[0]?.body).toEqual({ customerId: 9 }));
});
