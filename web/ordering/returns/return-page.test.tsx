import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ReturnPage } from './return-page.tsx';

const api = useStubbedApi();

/** Chooses to exchange a shirt in S for L, and returns what the page then says about it. */
async function chooseLarger(line: { isCovered: boolean; unitPrice: number | null; priceDifference?: number }) {
  const { priceDifference = null, ...item } = line;
  api.on('GET /api/bodyme/tokenv3', refuse(404, {}));
  api.on('GET /api/returnrequest/:id', {
    returnRequest: {
      orderId: 7,
      currencyCode: 'GBP',
      reservedUntilUtc: '2026-12-12T23:59:59Z',
      exchangeActionId: 4,
      availableReturnReasons: [{ id: 2, name: 'Wrong product ordered' }],
      availableReturnActions: [{ id: 4, name: 'Exchange for another size' }],
      items: [
        {
          id: 71,
          productName: 'Shirt',
          attributeDescription: 'S',
          quantity: 1,
          returnableQuantity: 1,
          actionIds: [4],
          exchangeOptions: [{ combinationId: 9, size: 'L', priceDifference }],
          ...item,
        },
      ],
    },
  });
  const { user } = renderPage(<ReturnPage />, { path: '/index/returns/7', route: '/index/returns/:id' });
  await user.click(await screen.findByRole('button', { name: 'Exchange for another size' }));
  await user.click(screen.getByRole('button', { name: 'L' }));
  return screen.getByLabelText('What happens').textContent;
}

describe('what an exchange costs', () => {
  it('is nothing outside budgets, also where the new size has a higher price', async () => {
    const outcome = await chooseLarger({ isCovered: false, unitPrice: 10 });
    expect(outcome).toContain('Costs nothing');
    expect(outcome).toContain('Nothing to pay, even if L has a higher price.');
  });

  it('is no entitlement where that covers the line, without a word about prices for those who see none', async () => {
    const outcome = await chooseLarger({ isCovered: true, unitPrice: null });
    expect(outcome).toContain('Does not use your entitlement');
    expect(outcome).toContain('Nothing to pay.');
    expect(outcome).not.toContain('price');
  });

  it('is the difference under a budget in money', async () => {
    const outcome = await chooseLarger({ isCovered: true, unitPrice: 10, priceDifference: 2.5 });
    expect(outcome).toContain('Takes £2.50 a piece from your budget');
    expect(outcome).not.toContain('even if');
  });
});

it('says that the advised size cannot be sent instead, and when it is expected', async () => {
  api.on('GET /api/bodyme/tokenv3', { access_token: 'body', expires_in: 3600 });
  api.on('GET /sizing/client', { client: { bodyId: '5', isMeasured: true } });
  api.on('POST /sizing/suggestion/newsuggestion', {
    suggestion: {
      sizeId: 32,
      size: 'M',
      confidence: 0.4,
      alternatives: [{ sizeId: 33, size: 'L', probability: 0.5 }],
      leg: null,
      askFor: null,
      hasConflict: false,
      conflict: null,
      lengths: [],
    },
  });
  api.on('GET /api/returnrequest/:id', {
    returnRequest: {
      orderId: 7,
      exchangeActionId: 4,
      availableReturnReasons: [{ id: 2, name: 'Wrong product ordered' }],
      availableReturnActions: [{ id: 4, name: 'Exchange for another size' }],
      items: [
        {
          id: 71,
          productId: 710,
          attributeDescription: 'S',
          quantity: 1,
          returnableQuantity: 1,
          fitPlaces: ['chest'],
          exchangeOptions: [
            { combinationId: 9, sizeId: 32, size: 'M', availableQuantity: 0, dueDateUtc: '2026-12-04T00:00:00Z' },
            { combinationId: 10, sizeId: 33, size: 'L', availableQuantity: 3 },
          ],
        },
      ],
    },
  });
  const { user } = renderPage(<ReturnPage />, {
    path: '/index/returns/7',
    route: '/index/returns/:id',
    caller: { impersonatedCustomer: null },
  });
  await user.click(await screen.findByRole('button', { name: 'Too small' }));
  const advice = await screen.findByRole('note', { name: 'Size advice' });
  expect(advice.textContent).toContain('M would be the size to choose (40%).');
  expect(advice.textContent).toMatch(/M is out of stock, due .*4 Dec/);
});
