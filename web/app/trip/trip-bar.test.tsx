import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { TripBar } from './trip-bar.tsx';

const api = useStubbedApi();
const TRIP = '6e0c1c1e-5b0e-4a40-9f5c-3f2f5a1d7c11';

let replace: MockInstance<Location['replace']>;
beforeEach(() => {
  replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
});

/** Shows the bar of a trip with so many lines in its cart. */
function showBar(punchoutOperation: 'create' | 'edit' | 'inspect', lines: number) {
  api.on('GET /api/shopping_cart_items', { items: Array.from({ length: lines }, (_, id) => ({ id: id + 1, quantity: 1 })) });
  return renderPage(<TripBar />, {
    caller: { punchoutSessionGuid: TRIP, punchoutOperation, punchoutBuyerName: 'Corvane purchasing' },
  });
}

describe('the bar of a trip', () => {
  it('says for which system one shops, and asks before a cart is given up', async () => {
    const { user } = showBar('create', 2);
    expect(screen.getByText('Corvane purchasing')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Return without a cart' }));
    const dialog = await screen.findByRole('dialog', { name: 'Return without a cart?' });
    expect(replace).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    expect(replace).not.toHaveBeenCalled();
    expect(dialog).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Return without a cart' }));
    await user.click((await screen.findAllByRole('button', { name: 'Return without a cart' })).at(-1) as HTMLElement);
    expect(replace).toHaveBeenCalledExactlyOnceWith(`/punchout/return/${TRIP}`);
  });

  it('leaves an empty cart and one that is only looked at without a question, and asks before changes of an edited one are lost', async () => {
    const looked = showBar('inspect', 2);
    await looked.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(replace).toHaveBeenCalledOnce();
    looked.unmount();

    const { user } = showBar('edit', 0);
    await user.click(screen.getByRole('button', { name: 'Return without changes' }));
    await screen.findByText('Corvane purchasing keeps the cart as it was before. What you have changed here is lost.');
    expect(replace).toHaveBeenCalledOnce();
  });
});
