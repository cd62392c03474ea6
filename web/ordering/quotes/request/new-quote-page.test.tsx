import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { NewQuotePage } from './new-quote-page.tsx';

const api = useStubbedApi();

const APRON = {
  product: { id: 7, name: 'Bib apron', callForPrice: true, images: [] },
  attributes: [{ id: 1, productAttributeName: 'Colour', attributeValues: [{ id: 11, name: 'Navy' }] }],
  combinations: [
    {
      id: 71,
      productId: 7,
      sku: 'AP-N',
      attributeDescription: 'Navy',
      attributes: [{ id: 1, productAttributeName: 'Colour', valueId: 11, value: 'Navy' }],
    },
  ],
};

const show = (search = '') => renderPage(<NewQuotePage />, { path: `/index/quotes/new${search}`, route: '/index/quotes/new' });
const bodies = () => api.requests('POST /api/quote').map(({ body }) => body.quote);

beforeEach(() => {
  sessionStorage.clear();
  api.on('GET /api/product/getbuynowcombinations', APRON);
  api.on('POST /api/quote', { quote: { id: 5 } });
});

it('asks for the price of a product in one size, with a key, and leads to the quote', async () => {
  const { user, address, state } = show('?productId=7&combinationId=71&quantity=20');
  await screen.findByText('Bib apron');
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Price of Bib apron');
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  await waitFor(() => expect(address()).toBe('/index/quotes/5'));
  expect(state()).toEqual({ isRequested: true });
  expect(bodies()[0]).toMatchObject({
    title: 'Price of Bib apron',
    requiredByUtc: null,
    items: [{ productId: 7, attributes: [{ id: 1, value: '11' }], quantity: 20, comments: null }],
    fileIds: [],
  });
  expect(api.requests('POST /api/quote')[0]?.headers.get('Idempotency-Key')).toMatch(/./);
});

it('leaves colours and sizes for later, and takes lines in words', async () => {
  const { user } = show('?productId=7&combinationId=71');
  await user.selectOptions(await screen.findByLabelText(/^Colour and size of Bib apron/), 'Choose colours and sizes later');
  await user.click(screen.getByRole('button', { name: 'Describe something else' }));
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  await screen.findByText(/Please say what you need in each line/);
  expect(bodies()).toEqual([]);
  await user.type(screen.getByLabelText('What do you need?'), 'Long apron');
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]?.items).toMatchObject([{ productId: 7 }, { name: 'Long apron' }]);
  expect(bodies()[0]?.items?.[0]).not.toHaveProperty('attributes');
});

it('begins with the lines of the cart and their designs, without those that have a quoted price', async () => {
  const design = { id: 3, productId: 7, positionId: 4, methodId: 10, method: 'Embroidery', text: 'Ann', fontName: 'Sans' };
  api.on('GET /api/shopping_cart_items', {
    items: [
      {
        id: 1,
        productId: 7,
        productName: 'Bib apron',
        attributeDescription: 'Navy',
        attributes: [{ id: 1, value: '11' }],
        quantity: 4,
        customisations: [design, { ...design, positionId: 5, isMandatory: true }],
      },
      { id: 2, productId: 8, productName: 'Cap', quantity: 2, quoteItemId: 9 },
    ],
  });
  const { user } = show('?from=cart');
  const lines = await screen.findByRole('list', { name: 'Lines of the request' });
  expect(within(lines).queryByText('Cap')).toBeNull();
  await user.type(screen.getByLabelText('Title'), 'Kitchen');
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]?.items).toMatchObject([
    { productId: 7, attributes: [{ id: 1, value: '11' }], quantity: 4, customisations: [{ positionId: 4, text: 'Ann' }] },
  ]);
  expect(bodies()[0]?.items?.[0]?.customisations).toHaveLength(1);
});

it('says at the line and the field why the server refuses it, and keeps what was written', async () => {
  api.on('POST /api/quote', refuse(422, { 'items[1].productId': 'This product is not in your range.', title: 'Too long.' }));
  const { user, unmount } = show('?productId=7&combinationId=71');
  await user.click(await screen.findByRole('button', { name: 'Describe something else' }));
  await user.type(screen.getByLabelText('What do you need?'), 'Long apron');
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  const [, second] = within(screen.getByRole('list', { name: 'Lines of the request' })).getAllByRole('listitem');
  await within(second as HTMLElement).findByText('This product is not in your range.');
  expect(screen.getByText('Too long.')).toBeTruthy();
  unmount();
  show('?productId=7&combinationId=71');
  expect(await screen.findByDisplayValue('Long apron')).toBeTruthy();
});

it('keeps uploaded files with the draft, and sends their ids', async () => {
  api.on('POST /api/quotefile', { files: [{ id: 31 }] });
  const first = show();
  const file = new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' });
  await first.user.upload(await screen.findByLabelText('Add files', { selector: 'input' }), file);
  await screen.findByText('Uploaded');
  first.unmount();
  const { user } = show();
  await screen.findByText('plan.pdf');
  await user.type(screen.getByLabelText('Title'), 'Plan');
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  await screen.findByText('Please describe what you need, or add a product.');
  await user.type(screen.getByLabelText(/^Description/), 'As in the plan');
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  await waitFor(() => expect(bodies()[0]).toMatchObject({ description: 'As in the plan', items: [], fileIds: [31] }));
});

it('adds what is found by its name', async () => {
  api.on('GET /api/product/lookup', {
    items: [{ productId: 8, combinationId: 81, name: 'Cap', sku: 'CAP', attributeDescription: 'Black' }],
  });
  api.on('GET /api/product/getbuynowcombinations', APRON);
  const { user } = show();
  await user.type(await screen.findByRole('combobox', { name: 'SKU, barcode or name' }), 'cap');
  await user.click(await screen.findByRole('option', { name: /Cap, Black/ }));
  await user.type(screen.getByLabelText('Title'), 'Caps');
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  await waitFor(() => expect(bodies()[0]?.items).toMatchObject([{ sku: 'CAP', quantity: 1 }]));
});
