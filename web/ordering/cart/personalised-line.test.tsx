import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Cart } from '#web/app/cart.ts';
import { queryClient } from '#web/app/query-client.ts';
import { aDesign, someDesignOptions } from '#web/catalogue/customisation/builders.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { CartPage } from './cart-page.tsx';

const api = useStubbedApi();
type Line = PartsOf<Cart['items'][number]>;

const POLO: Line = {
  id: 31,
  productId: 7,
  combinationId: 51,
  productName: 'Pique polo',
  attributeDescription: 'Navy, M',
  quantity: 2,
  unitPrice: 12.4,
  subTotal: 24.8,
  isEditable: true,
  customisationEnabled: true,
  orderMaximumQuantity: 100,
};
const logo = aDesign({
  id: 300,
  positionId: 1,
  position: 'Left chest',
  isMandatory: true,
  text: null,
  logoId: 5,
  logoName: 'Crest',
  logoSrc: '/logo.png',
});
const name = aDesign({ id: 301 });

const cartOf = (items: Line[]): PartsOf<Cart> => ({
  items,
  totalQuantity: items.reduce((sum, { quantity = 0 }) => sum + quantity, 0),
  subTotal: 24.8,
  subTotalInclTax: 29.76,
  tax: 4.96,
  taxDisplayType: 10,
  currencyCode: 'GBP',
  charges: [
    { kind: 'setup', name: 'Text, right chest', exclTax: 12, inclTax: 14.4 },
    { kind: 'setup', name: 'Logo, left chest', exclTax: 6, inclTax: 7.2 },
  ],
  canCheckout: true,
});

function show(...items: Line[]) {
  api.on('GET /api/shopping_cart_items', cartOf(items));
  return renderPage(<CartPage />, { caller: { pricesVisible: true, roles: ['OrganisationBuyer'] } });
}

beforeEach(() => {
  queryClient.clear();
  api.on('GET /api/credit', { credit: { currencyCode: 'GBP' } });
  api.on('GET /api/organisations/settings', { name: 'Meridian Resorts' });
  api.on('GET /api/customisations', {});
  api.on('GET /api/products/customisationbuilder/:id', { customisationBuilder: someDesignOptions() });
});

describe('a personalised line of the cart', () => {
  it('says what is on it, that it cannot be sent back, and what setting it up costs', async () => {
    show({ ...POLO, customisations: [logo, name] });
    const designs = within(await screen.findByRole('list', { name: 'Personalisation' }));
    expect(designs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Left chest: logo Crest, embroidered'),
      expect.stringContaining('Right chest: text “Niamh D.” in Sans, Ocean'),
    ]);
    expect(screen.getByText('You can only return it if it is faulty.')).toBeTruthy();
    expect(screen.getByText('Set-up of 2 designs, once per order').nextSibling?.textContent).toBe('£18.00');
    // Tax of the lines and of the set-up; the total has both.
    expect(screen.getByText('Tax').nextSibling?.textContent).toBe('£8.56');
    expect(screen.getAllByText('£51.36')).not.toEqual([]);
  });

  it('is changed with all of its designs in one call', async () => {
    const { user } = show({
      ...POLO,
      customisations: [logo, name, aDesign({ id: 302, positionId: 3, position: 'Upper back', methodId: 30 })],
    });
    api.on('PUT /api/shopping_cart_items/:id', cartOf([{ ...POLO, customisations: [logo, name] }]));
    await user.click(await screen.findByRole('button', { name: 'Change designs: Pique polo, Navy, M' }));
    await user.type(
      within(await screen.findByRole('region', { name: 'Right chest' })).getByRole('textbox', { name: 'Text' }),
      '!',
    );
    await user.click(screen.getByRole('button', { name: 'Remove from upper back' }));
    const save = screen.getByRole('button', { name: 'Save designs' });
    // Once the letters of the text have been loaded.
    await waitFor(() => expect(save.getAttribute('aria-disabled')).toBeNull());
    await user.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Personalise' })).toBeNull());
    expect(api.requests('PUT /api/shopping_cart_items/:id').map(({ params, body }) => [params.id, body])).toMatchObject([
      ['31', { shoppingCartItem: { customisations: [{ positionId: 2, text: 'Niamh D.!' }] } }],
    ]);
  });

  it('has the required name of its wearer, or asks for it, and it can be written otherwise', async () => {
    const required = aDesign({ id: 0, nameDesignId: 9, name: 'Name', isMandatory: true, text: null });
    const options = someDesignOptions({ nameDesigns: [required] });
    api.on('GET /api/products/customisationbuilder/:id', { customisationBuilder: options });
    api.on('PUT /api/shopping_cart_items/:id', cartOf([POLO]));
    const sent = () => api.requests('PUT /api/shopping_cart_items/:id').map(({ body }) => body.shoppingCartItem.customisations);
    const { user } = show({ ...POLO, customerName: 'Niamh Doyle', customisations: [{ ...required, text: 'Niamh D.' }] });
    await user.click(await screen.findByRole('button', { name: 'Change designs: Pique polo, Navy, M' }));
    const card = within(await screen.findByRole('region', { name: 'Right chest' }));
    const field = card.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect([field.value, card.queryByRole('button', { name: /^Remove/ })]).toEqual(['Niamh D.', null]);
    const save = () => screen.getByRole('button', { name: 'Save designs' });
    await user.clear(field);
    await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'));
    await user.type(field, 'Niamh D.');
    await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull());
    // The name of the wearer stays theirs, and follows when it changes.
    await user.click(save());
    await waitFor(() => expect(sent()).toEqual([[]]));
  });

  it('says so when it then equals another line, and is one with it', async () => {
    const other = { ...POLO, id: 32, quantity: 3, customisations: [name] };
    const { user } = show({ ...POLO, customisations: [] }, other);
    api.on('PUT /api/shopping_cart_items/:id', cartOf([{ ...other, quantity: 5 }]));
    await user.click(await screen.findByRole('button', { name: 'Personalise Pique polo, Navy, M' }));
    await user.click(await screen.findByRole('button', { name: 'Add at left chest' }));
    await user.click(screen.getByRole('button', { name: 'Save designs' }));
    expect(
      await screen.findByText('Pique polo now has the same designs as another line. They are one line of 5 pieces.'),
    ).toBeTruthy();
  });

  it('is put back with its designs when its removal is undone', async () => {
    const { user } = show({ ...POLO, customisations: [logo, name] });
    api.on('DELETE /api/shopping_cart_items/:id', cartOf([]));
    api.on('POST /api/shopping_cart_items/multiple', cartOf([]));
    await user.click(await screen.findByRole('button', { name: 'Remove Pique polo, Navy, M' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(api.requests('POST /api/shopping_cart_items/multiple').map(({ body }) => body.items[0]?.customisations)).toEqual([
        [{ productId: 7, methodId: 10, positionId: 2, text: 'Niamh D.', fontName: 'Sans', threadColour: 'Ocean' }],
      ]),
    );
  });
});
