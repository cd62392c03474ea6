import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { AdhocBar } from './adhoc-bar.tsx';
import type { useAdhocOrder } from './use-adhoc-order.ts';

useStubbedApi();

const anOrder = (products: number): ReturnType<typeof useAdhocOrder> => ({
  ...{ pieces: 4, products, price: null, setUp: 0, own: { pieces: 2, total: 24 }, garmentIds: [1], problems: [] },
  ...{ order: () => {}, clearAll: () => () => {}, isOrdering: false, error: null },
});

it.each([
  ['of one product', 1, undefined, 'You pay for 2 pieces yourself by card: £24.00 incl. tax.'],
  [
    'at least, where products are priced one by one',
    2,
    undefined,
    'You pay for at least 2 pieces yourself by card: £24.00 incl. tax.',
  ],
  ['nothing for someone else', 1, { id: 5, name: 'Ann' }, undefined],
])('says what the person pays themselves: %s', async (_, products, wearer, words) => {
  renderPage(<AdhocBar order={anOrder(products)} wearer={wearer} hidden={0} onShowProblem={() => {}} />, {
    caller: { pricesVisible: false, currencyCode: 'GBP' },
  });
  await screen.findByText(/4 pieces/, { selector: 'strong' });
  expect(screen.queryByText(/You pay for/)?.textContent).toBe(words);
});
