import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { StockCountPage } from './count-page.tsx';
import { StockDifferencesPage } from './differences-page.tsx';
import { StockGarmentPage } from './stock-garment-page.tsx';

const api = useStubbedApi();
const count = {
  id: 7,
  name: 'shelf A-01',
  state: 'open' as const,
  lines: 3,
  countedLines: 1,
  createdOnUtc: '2026-03-01T09:00:00Z',
};

function logIn(rights: ('warehouse' | 'accounts')[] = ['warehouse']) {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights, brands: [] } });
}

function showGarment(stock: object = {}) {
  logIn();
  api.on('GET /api/operator/stock/:combinationId', {
    currencyCode: 'GBP',
    stock: {
      id: 5,
      productName: 'Pique polo',
      attributeDescription: 'Navy, M',
      sku: 'PQ-NAVY-M',
      onHand: 10,
      reserved: 4,
      available: 6,
      managesStock: true,
      version: 3,
      reservations: [{ orderId: 11789, orderItemId: 1, organisationName: 'Meridian Resorts', quantity: 3, isReleased: true }],
      otherReserved: 1,
      otherOrganisations: 1,
      ...stock,
    },
  });
  api.on('GET /api/operator/stock/:combinationId/movements', {
    movements: [{ id: 1, kind: 'adjust', onHandChange: -2, onHand: 10, reserved: 4, reason: 'Damaged', actorName: 'Olive Op' }],
    totalCount: 1,
  });
  return renderPage(<StockGarmentPage />, {
    path: '/operator/stock/5',
    route: '/operator/stock/:combinationId',
    isOperator: true,
  });
}

it('shows who has reserved a garment, and its movements', async () => {
  showGarment();
  await screen.findByText('1 piece reserved by 1 client of other brands.');
  expect(screen.getByText(/Meridian Resorts/)).toBeTruthy();
  const row = within((await screen.findByText(/^Corrected/)).closest('tr') as HTMLElement);
  expect(row.getByText('Damaged · Olive Op')).toBeTruthy();
  expect(row.getByText('−2')).toBeTruthy();
});

it('corrects the stock with a reason, and asks for nothing that would be refused', async () => {
  const { user } = showGarment();
  await user.click(await screen.findByRole('button', { name: 'Correct stock' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Pieces to add or remove'), '-7');
  await user.click(dialog.getByRole('button', { name: 'Remove 7 pieces' }));
  await dialog.findByText('4 of 10 are reserved for orders, so you can remove 6 at most.');
  await dialog.findByText('Select a reason.');
  await user.clear(dialog.getByLabelText('Pieces to add or remove'));
  await user.type(dialog.getByLabelText('Pieces to add or remove'), '-2');
  await user.selectOptions(dialog.getByLabelText('Reason'), 'Damaged');
  await dialog.findByText('8 pieces will be on hand.');
  api.on('POST /api/operator/stock/:combinationId/adjustments', { success: true, msg: 'PQ-NAVY-M: 8 now.', stock: { id: 5 } });
  await user.click(dialog.getByRole('button', { name: 'Remove 2 pieces' }));
  await screen.findByText('PQ-NAVY-M: 8 now.');
  expect(api.requests('POST /api/operator/stock/:combinationId/adjustments').map(({ body }) => body)).toEqual([
    { quantity: -2, reason: 'damaged', note: null },
  ]);
});

it('offers no change of a garment that clients of other brands buy too', async () => {
  showGarment({ refusal: 'Clients of brands that you do not work for buy this garment too.' });
  await screen.findByText(/^Clients of brands that you do not work for/);
  expect(screen.queryByRole('button', { name: 'Correct stock' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('gives pieces to an order that waits, after showing who loses them', async () => {
  const { user } = showGarment({
    reservations: [
      { orderId: 11789, orderItemId: 1, organisationName: 'Meridian Resorts', quantity: 3, readyQuantity: 3, isReleased: true },
      { orderId: 11790, orderItemId: 2, organisationName: 'Hallam', quantity: 2, readyQuantity: 0, isReleased: true },
    ],
    deliveries: [{ id: 9, dueOn: '2101-05-05', quantity: 40, version: 1 }],
  });
  api.on('GET /api/operator/stock/:combinationId/priority/:orderItemId', {
    changes: [
      { orderId: 11790, orderItemId: 2, organisationName: 'Hallam', before: 0, after: 2 },
      { orderId: 11789, orderItemId: 1, organisationName: 'Meridian Resorts', before: 3, after: 1, isPicking: true },
    ],
    fingerprint: 'abc',
  });
  await screen.findByText('waits');
  expect(screen.queryByRole('button', { name: /to order 11789/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Give pieces first to order 11790' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('loses 2 of 3 pieces');
  dialog.getByText(/The warehouse has started to pick order 11789/);
  await user.click(dialog.getByRole('button', { name: 'Give pieces first' }));
  await dialog.findByText('Say why.');
  await user.type(dialog.getByLabelText('Reason'), 'The new site opens');
  api.on('POST /api/operator/stock/:combinationId/priority/:orderItemId', {
    success: true,
    msg: 'Order 11790 gets pieces first.',
  });
  await user.click(dialog.getByRole('button', { name: 'Give pieces first' }));
  await screen.findByText('Order 11790 gets pieces first.');
  expect(api.requests('POST /api/operator/stock/:combinationId/priority/:orderItemId').map(({ body }) => body)).toEqual([
    { reason: 'The new site opens', dueOn: '2101-05-05', fingerprint: 'abc' },
  ]);
});

it('shows which orders a moved delivery concerns before it is saved', async () => {
  const { user } = showGarment({ deliveries: [{ id: 9, dueOn: '2101-05-05', quantity: 40, version: 1 }] });
  api.on('GET /api/operator/stock/deliveries/:id/promises', {
    promises: [
      {
        orderId: 11789,
        orderItemId: 1,
        organisationName: 'Meridian Resorts',
        quantity: 3,
        before: '2101-05-05',
        dueOn: '2101-06-06',
      },
    ],
    otherOrders: 1,
    uncovered: 0,
  });
  await user.click(await screen.findByRole('button', { name: /^Change the delivery/ }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Day'), { target: { value: '2101-06-06' } });
  const tells = await dialog.findByRole('checkbox', { name: 'Promise 2 orders the new day, and tell their people by email' });
  expect((tells as HTMLInputElement).checked).toBe(true);
  api.on('PUT /api/operator/stock/deliveries/:id', { delivery: { id: 9, version: 2 }, promisedOrders: 2 });
  await user.click(dialog.getByRole('button', { name: 'Save delivery' }));
  await screen.findByText('The delivery has been changed. 2 orders are promised another date.');
  expect(api.requests('PUT /api/operator/stock/deliveries/:id')[0]?.body).toMatchObject({
    dueOn: '2101-06-06',
    tellsWaiting: true,
  });
});

function showCount() {
  logIn();
  api.on('GET /api/operator/stock/counts/:id', {
    count,
    lines: [
      { id: 1, productName: 'Pique polo', attributeDescription: 'Navy, M', sku: 'PQ-M', counted: 2 },
      { id: 2, productName: 'Pique polo', attributeDescription: 'Navy, L', sku: 'PQ-L', counted: null },
      { id: 3, productName: 'Pique polo', attributeDescription: 'Navy, XL', sku: 'PQ-XL', counted: null },
    ],
    totalCount: 3,
  });
  api.on('POST /api/operator/stock/counts/:id/entries', {
    count,
    lines: [{ id: 2, productName: 'Pique polo', attributeDescription: 'Navy, L', sku: 'PQ-L', counted: 1 }],
  });
  return renderPage(<StockCountPage />, {
    path: '/operator/stock/counts/7',
    route: '/operator/stock/counts/:id',
    isOperator: true,
  });
}

it('counts by scanner and by keyboard alone', async () => {
  const { user } = showCount();
  const field = await screen.findByLabelText('Scan a garment');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('PQ-L{Enter}');
  await screen.findByText('1 × Pique polo, Navy, L');
  await user.click(screen.getByLabelText('Pieces of Pique polo, Navy, M'));
  await user.keyboard('{Backspace}3{Enter}12{Enter}');
  await waitFor(() =>
    expect(api.requests('POST /api/operator/stock/counts/:id/entries').map(({ body }) => body)).toEqual([
      { items: [{ code: 'PQ-L', quantity: 1, adds: true }] },
      { items: [{ code: 'PQ-M', quantity: 3, seen: 2 }] },
      { items: [{ code: 'PQ-L', quantity: 12, seen: null }] },
    ]),
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Pieces of Pique polo, Navy, XL'));
});

it('lists what was not entered, until it is dismissed', async () => {
  const { user } = showCount();
  api.on('POST /api/operator/stock/counts/:id/entries', refuse(422, { 'items[0].code': 'No garment has the code X.' }));
  await screen.findByLabelText('Scan a garment');
  await user.type(screen.getByLabelText('Scan a garment'), 'X{Enter}');
  await screen.findByText(/^Not entered: X: No garment has the code X\./);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/^Not entered/)).toBeNull();
});

it('books the differences that were shown, and garments that cannot be booked only when they are left out', async () => {
  logIn();
  const difference = {
    productName: 'Pique polo',
    attributeDescription: 'Navy, M',
    sku: 'PQ-M',
    counted: 2,
    expected: 4,
    difference: -2,
  };
  api.on('GET /api/operator/stock/counts/:id/differences', {
    count,
    differences: [
      { ...difference, id: 1, value: -20, onHandAfter: 5, movedSince: 3, obstacle: null },
      { ...difference, id: 2, attributeDescription: 'Navy, L', value: -20, obstacle: '4 pieces are reserved for orders.' },
    ],
    equalLines: 0,
    pieces: -2,
    value: -20,
    currencyCode: 'GBP',
    fingerprint: 'abc',
  });
  const { user } = renderPage(<StockDifferencesPage />, {
    path: '/operator/stock/counts/7/differences',
    route: '/operator/stock/counts/:id/differences',
    isOperator: true,
  });
  await screen.findByText(/^Counted 2, expected 4, moved since \+3\. 5 on hand after booking\./);
  const book = await screen.findByRole('button', { name: 'Book 1 difference' });
  expect((book as HTMLButtonElement).disabled).toBe(true);
  await user.click(screen.getByLabelText('Leave out the garment that cannot be booked'));
  api.on('POST /api/operator/stock/counts/:id/book', { success: true, msg: '1 difference booked. 1 left out.', count });
  await user.click(screen.getByRole('button', { name: 'Book 1 difference' }));
  await screen.findByText('1 difference booked. 1 left out.');
  expect(api.requests('POST /api/operator/stock/counts/:id/book').map(({ body }) => body)).toEqual([
    { leavesOut: true, fingerprint: 'abc' },
  ]);
});
