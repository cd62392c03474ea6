import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OperatorQuotePage } from './operator-quote-page.tsx';

type Parts = PartsOf<ReplyOf<'GET /api/operator/quotes/:id'>['quote']>;
type Items = NonNullable<NonNullable<Parts['draft']>['items']>;

const api = useStubbedApi();

const QUOTE = {
  id: 12,
  quoteNumber: 'Q70012',
  title: 'Winter jackets',
  status: 'InReview',
  statusId: 20,
  currencyCode: 'GBP',
  canWrite: true,
  customer: { id: 5, firstName: 'Ada', lastName: 'Byron', email: 'ada@meridian.example' },
} as const;
const POLO = {
  ...{ id: 31, isRequested: true, isOffered: true, productId: 7, productName: 'Pique polo', combinationId: 71 },
  requested: {
    productId: 7,
    combinationId: 71,
    name: 'Pique polo',
    sku: 'PP-N-M',
    attributeDescription: 'Navy, M',
    quantity: 40,
  },
  ...{ attributeDescription: 'Navy, M', quantity: 40, unitPrice: null, setupPrice: 0, todaysPrice: 12.5, todaysSetupPrice: 0 },
} as const;
const WORDS = {
  ...{ id: 32, isRequested: true, isOffered: false, productId: null, productName: null, combinationId: null, quantity: 10 },
  requested: { productId: null, combinationId: null, name: 'Straw hats', attributeDescription: null, quantity: 10 },
  ...{ attributeDescription: null, unitPrice: null, setupPrice: 0, todaysPrice: null, todaysSetupPrice: null },
} as const;

const record = ({
  items = [POLO, WORDS],
  saves = 0,
  ...more
}: Omit<Parts, 'draft'> & { items?: Items; saves?: number } = {}): Parts => ({
  organisation: { id: 2, name: 'Meridian Hotels' },
  quote: QUOTE,
  draft: { version: 1, saves, currencyCode: 'GBP', validUntil: '2026-12-30', items },
  ...{ canSend: true, canDecline: true, refusal: null },
  ...more,
});

beforeEach(() => api.on('GET /api/operator/me', { operator: { kind: 'operator', id: 9, name: 'Olive' } }));

async function show(parts: Parts = record()) {
  api.on('GET /api/operator/quotes/:id', { quote: parts });
  const page = renderPage(<OperatorQuotePage />, {
    ...{ path: '/operator/quotes/12', route: '/operator/quotes/:id', isOperator: true },
  });
  await screen.findByRole('heading', { name: 'Winter jackets', level: 1 });
  return page;
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

it('says what a price is beside today’s, and saves what was typed as a draft', async () => {
  const { user } = await show(record({ saves: 3 }));
  api.on('PUT /api/operator/quotes/:id', { quote: record({ saves: 4, items: [{ ...POLO, unitPrice: 10 }, WORDS] }) });
  await user.type(field('Price each of line 1'), '10');
  screen.getByText('Today £12.50');
  screen.getByText('£2.50 less (−20%)');
  screen.getByText('£400.00');
  await user.type(field('Lead time, days of line 1'), '21');
  await user.type(field('Comment of line 2'), 'Not in our range');
  await user.type(screen.getByLabelText('Internal note'), 'Margin is fine');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(api.requests('PUT /api/operator/quotes/:id')).toHaveLength(1));
  expect(api.requests('PUT /api/operator/quotes/:id')[0]?.body).toEqual({
    ...{ saves: 3, validUntil: '2026-12-30', notes: null, terms: null, internalNote: 'Margin is fine' },
    items: [
      {
        ...{ id: 31, isOffered: true, productId: 7, combinationId: 71, quantity: 40, unitPrice: 10, setupPrice: 0 },
        ...{ leadTimeDays: 21, answer: null },
      },
      {
        ...{ id: 32, isOffered: false, productId: null, combinationId: null, quantity: 10, unitPrice: null, setupPrice: 0 },
        ...{ leadTimeDays: null, answer: 'Not in our range' },
      },
    ],
  });
  await screen.findByText(/All changes saved/);
});

it('keeps what was typed in the tab, and refuses amounts that are none', async () => {
  const { user, unmount } = await show();
  await user.type(field('Price each of line 1'), '9.999');
  screen.getByText('Enter an amount from 0 to 1,000,000 with at most two decimals.');
  expect(screen.getByRole('button', { name: 'Save draft' })).toHaveProperty('disabled', true);
  unmount();
  await show();
  expect(field('Price each of line 1').value).toBe('9.999');
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(field('Price each of line 1').value).toBe('');
});

it('joins what someone else has saved meanwhile, and shows both values of a line that both changed', async () => {
  const { user } = await show();
  await user.type(field('Price each of line 1'), '10');
  await user.type(screen.getByLabelText('Terms'), 'Net 30');
  const theirs = record({ saves: 1, internalNote: 'Called Ada', items: [{ ...POLO, unitPrice: 11 }, WORDS] });
  api.on('GET /api/operator/quotes/:id', { quote: theirs });
  api.on('PUT /api/operator/quotes/:id', ({ body }) =>
    body.saves === 0 ? refuse(409, { quote: 'Changed meanwhile.' }) : { quote: record({ saves: 2 }) },
  );
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  const notice = await screen.findByText(/Someone else has changed this/);
  const conflicts = within(notice.closest('[role="alert"]') as HTMLElement);
  conflicts.getByText('Line 1: your value');
  conflicts.getByText(/price 11\.00/);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Internal note').value).toBe('Called Ada');
  await user.click(conflicts.getByRole('button', { name: 'Use saved value: Line 1' }));
  expect(field('Price each of line 1').value).toBe('11.00');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(api.requests('PUT /api/operator/quotes/:id')).toHaveLength(2));
  const { saves, terms, internalNote, items } = api.requests('PUT /api/operator/quotes/:id')[1]?.body ?? {};
  expect({ saves, terms, internalNote, price: items?.[0]?.unitPrice }).toEqual({
    ...{ saves: 1, terms: 'Net 30', internalNote: 'Called Ada', price: 11 },
  });
});

it('asks once more about a price of 0 before it sends', async () => {
  const free = record({ saves: 1, items: [{ ...POLO, unitPrice: 0 }, WORDS] });
  const { user } = await show(free);
  api.on('POST /api/operator/quotes/:id/send', { quote: record({ refusal: null }) });
  await user.click(screen.getByRole('button', { name: 'Send answer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send answer' }));
  dialog.getByText(/This line costs nothing: Line 1\./);
  expect(dialog.getByRole('button', { name: 'Send to the customer' })).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('checkbox', { name: 'It is free of charge' }));
  await user.click(dialog.getByRole('button', { name: 'Send to the customer' }));
  await waitFor(() =>
    expect(api.requests('POST /api/operator/quotes/:id/send')[0]?.body).toEqual({ saves: 1, confirmsFree: true }),
  );
  expect(api.requests('PUT /api/operator/quotes/:id')).toEqual([]);
});

it('saves before it sends, and names the problems of each line in place of sending', async () => {
  const { user } = await show();
  const wrong = record({ saves: 1, items: [{ ...POLO, unitPrice: 10, problems: ['Enter at least 50.'] }, WORDS] });
  api.on('PUT /api/operator/quotes/:id', { quote: wrong });
  await user.type(field('Price each of line 1'), '10');
  await user.click(screen.getByRole('button', { name: 'Send answer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send answer' }));
  dialog.getByText(/Enter at least 50\./);
  expect(dialog.queryByRole('button', { name: 'Send to the customer' })).toBeNull();
  expect(
    within(screen.getByRole('list', { name: 'Problems of line 1', hidden: true })).getByText('Enter at least 50.'),
  ).toBeDefined();
});

it('shows what the server refuses at its line', async () => {
  const { user } = await show();
  api.on('PUT /api/operator/quotes/:id', refuse(422, { 'items[1].answer': 'A comment must be shorter.' }));
  await user.type(field('Comment of line 2'), 'Long');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect((await screen.findByRole('list', { name: 'Problems of line 2' })).textContent).toBe('A comment must be shorter.');
});

it('answers words with a product of the range, and adds an alternative', async () => {
  const { user } = await show();
  api.on('GET /api/operator/organisations/:id/prices', {
    ...{ prices: [{ id: 1, productId: 8, name: 'Sun hat', sku: 'SH', price: 6, published: true }], totalCount: 1 },
    currencyCode: 'GBP',
  });
  api.on('GET /api/operator/products/:id', {
    product: { id: 8, combinations: [{ id: 81, description: 'Straw, L', sku: 'SH-L' }] },
  });
  api.on('PUT /api/operator/quotes/:id', { quote: record({ saves: 1 }) });
  await user.click(screen.getByRole('button', { name: 'Choose product of line 2' }));
  let dialog = within(await screen.findByRole('dialog', { name: 'Product of line 2' }));
  await user.click(await dialog.findByRole('button', { name: 'Choose Sun hat' }));
  await user.click(await dialog.findByRole('button', { name: 'Use this product' }));
  await screen.findByRole('button', { name: 'Change product of line 2' });

  await user.click(screen.getByRole('button', { name: 'Add alternative to line 1' }));
  dialog = within(await screen.findByRole('dialog', { name: 'Alternative to line 1' }));
  await user.click(await dialog.findByRole('button', { name: 'Choose Sun hat' }));
  await waitFor(() => expect(dialog.getByRole('combobox')).toHaveProperty('disabled', false));
  await user.selectOptions(dialog.getByRole('combobox'), 'Straw, L');
  await user.click(dialog.getByRole('button', { name: 'Use this product' }));
  await user.type(await screen.findByRole('textbox', { name: 'Price each of line 1a' }), '5.50');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(api.requests('PUT /api/operator/quotes/:id')).toHaveLength(1));
  const items = api.requests('PUT /api/operator/quotes/:id')[0]?.body.items ?? [];
  expect(items.slice(1)).toMatchObject([
    { alternativeToId: 31, isOffered: true, productId: 8, combinationId: 81, quantity: 40, unitPrice: 5.5 },
    { id: 32, isOffered: true, productId: 8, combinationId: null },
  ]);
});

it('reads an answer that was sent, and says that the next replaces it', async () => {
  const parts = record({
    quote: { ...QUOTE, status: 'Quoted', statusId: 30, version: 1 },
    versions: [{ version: 1, sentOnUtc: '2026-11-20T10:00:00Z', sentBy: 'Olive', total: 400, currencyCode: 'GBP' }],
  });
  const { user } = await show({ ...parts, draft: { ...parts.draft, version: 2 } });
  screen.getByText('The customer has version 1. Sending version 2 replaces it.');
  screen.getByRole('button', { name: 'Send revised answer' });
  api.on('GET /api/operator/quotes/:id', ({ query }) => ({
    quote: {
      ...parts,
      ...(query.version === '1' && { preview: { ...QUOTE, total: 400, notes: 'As agreed on the phone', items: [] } }),
    },
  }));
  await user.click(screen.getByRole('button', { name: 'Read version 1' }));
  await within(await screen.findByRole('dialog', { name: 'Version 1' })).findByText('As agreed on the phone');
});

it('takes a quote over, writes to the customer and declines with a reason', async () => {
  const { user } = await show(record({ takenBy: { id: 4, name: 'Jo' } }));
  for (const call of ['POST /api/operator/quotes/:id/take', 'POST /api/operator/quotes/:id/message'] as const)
    api.on(call, { quote: record({ takenBy: { id: 9, name: 'Olive' } }) });
  await user.click(screen.getByRole('button', { name: 'Take over from Jo' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take over from Jo' })).toBeNull());
  await user.type(screen.getByLabelText('Message to Ada Byron'), 'Which colour?');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await waitFor(() => expect(api.requests('POST /api/operator/quotes/:id/message')[0]?.body).toEqual({ text: 'Which colour?' }));

  const declined = {
    quote: { ...QUOTE, status: 'Declined', statusId: 50, declinedBy: 'supplier', declineReason: 'Sold out' },
  } as const;
  api.on('POST /api/operator/quotes/:id/decline', { quote: record({ ...declined, refusal: 'This quote is closed.' }) });
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline Q70012' }));
  await user.type(dialog.getByLabelText('Reason'), 'Sold out');
  await user.click(dialog.getByRole('button', { name: 'Decline the request' }));
  await screen.findByText('Declined by you: Sold out');
  screen.getByText('This quote is closed.');
  expect(screen.queryByRole('button', { name: 'Save draft' })).toBeNull();
});

it('shows an accepted quote read only, with its accepted pieces and orders', async () => {
  const item = { id: 31, name: 'Pique polo', quantity: 40, unitPrice: 10, setupPrice: 30, isOffered: true, acceptedQuantity: 25 };
  await show(
    record({
      quote: { ...QUOTE, status: 'Accepted', statusId: 40, version: 1, total: 400, items: [item], orderIds: [11801] },
      ...{ refusal: 'The customer has accepted this quote. It can no longer be changed.', canSend: false, canDecline: false },
    }),
  );
  screen.getByText('25 accepted');
  screen.getByText('40 × £10.00');
  expect(screen.getByRole('link', { name: '11801' }).getAttribute('href')).toBe('/operator/orders/11801');
  expect(screen.queryByRole('button', { name: 'Send answer' })).toBeNull();
});
