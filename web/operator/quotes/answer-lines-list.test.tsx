import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OperatorQuotePage } from './operator-quote-page.tsx';

/** Each line draws its designs, so this counts lines that are drawn. */
const drawn = vi.hoisted(() => vi.fn(() => null));
vi.mock('#web/catalogue/customisation/line-designs.tsx', () => ({ LineDesigns: drawn }));

const api = useStubbedApi();

it('draws only the line again in which something is typed', async () => {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', id: 9 } });
  const items = Array.from({ length: 200 }, (_, at) => ({
    ...{ id: 1000 + at, isRequested: true, isOffered: true, productId: 7, productName: 'Pique polo', quantity: 40 },
    requested: { name: 'Pique polo', quantity: 40 },
  }));
  api.on('GET /api/operator/quotes/:id', { quote: { quote: { id: 12 }, draft: { items } } });
  const { user } = renderPage(<OperatorQuotePage />, {
    ...{ path: '/operator/quotes/12', route: '/operator/quotes/:id', isOperator: true, isStrict: false },
  });
  const price = await screen.findByRole('textbox', { name: 'Price each of line 1' });
  drawn.mockClear();
  await user.type(price, '10');
  // Once for each digit.
  expect(drawn).toHaveBeenCalledTimes(2);
});
