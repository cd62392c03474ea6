import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import type { Profile } from '#web/app/session/profile.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { aGarment, anAttribute, noPersonalising } from '../builders.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import { useSizedSelection } from '../choosing/use-sized-selection.ts';
import { SingleSizeOrder } from './single-size-order.tsx';

const api = useStubbedApi();
const coat = { ...aGarment([anAttribute(2, 'size', ['M', 'L'])]), id: 9, name: 'Frock coat', callForPrice: true };

function Order({ garment }: { garment: OrderableGarment }) {
  const { selection, help } = useSizedSelection(garment);
  return <SingleSizeOrder {...{ garment, selection, help }} personalising={noPersonalising} />;
}

const show = (garment: OrderableGarment, caller: PartsOf<Profile> = {}) =>
  renderPage(<Order garment={garment} />, {
    caller: { pricesVisible: true, permissions: ['AllowProducts'], roles: ['OrganisationBuyer'], ...caller },
  });

beforeEach(() => {
  queryClient.clear();
  api.on('GET /api/bodyme/tokenv3', refuse(404, { customer: 'No one has been measured.' }));
  api.on('GET /api/keptsizes', { keptSizes: [] });
  api.on('GET /api/organisations/settings', { name: 'Meridian Resorts' });
});

it('offers to ask for the price, with what was chosen and how many, instead of the button for the cart', async () => {
  const { user } = show(coat);
  const link = await screen.findByRole('link', { name: 'Ask for a price' });
  expect(link.getAttribute('href')).toBe('/index/quotes/new?productId=9&quantity=1');
  await user.click(screen.getByRole('radio', { name: /^L/ }));
  await user.click(screen.getByRole('button', { name: /^More/ }));
  expect(link.getAttribute('href')).toBe('/index/quotes/new?productId=9&combinationId=1001&quantity=2');
  expect(screen.queryByRole('button', { name: /cart/i })).toBeNull();
});

it('tells people who cannot order who can ask, and asks for nothing that cannot be ordered at any price', async () => {
  const { unmount } = show(coat, { permissions: ['AllowStockEnquiry'] });
  await screen.findByText('Someone in your organisation who can order can ask for its price.');
  expect(screen.queryByRole('link', { name: 'Ask for a price' })).toBeNull();
  unmount();
  show({ ...coat, disableBuyButton: true });
  await screen.findByText('This garment can’t be ordered at the moment.');
  expect(screen.queryByRole('link', { name: 'Ask for a price' })).toBeNull();
});
