import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import type { Profile } from '#web/app/session/profile.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { aDesign, someDesignOptions } from '../../customisation/builders.ts';
import type { DesignOptions } from '../../customisation/design-types.ts';
import { usePersonalising } from '../../customisation/use-personalising.ts';
import { aGarment, colours } from '../builders.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import { useSizedSelection } from '../choosing/use-sized-selection.ts';
import { SingleSizeOrder } from './single-size-order.tsx';

const api = useStubbedApi();
const polo = { ...aGarment([colours()]), id: 7, name: 'Pique polo', customisationEnabled: true };
const [navy] = polo.combinations;

function Order({ garment }: { garment: OrderableGarment }) {
  const { selection, help } = useSizedSelection(garment);
  const personalising = usePersonalising(garment, true);
  return <SingleSizeOrder {...{ garment, selection, help, personalising }} />;
}

function show(
  garment: OrderableGarment,
  { options = {}, caller = {} }: { options?: PartsOf<DesignOptions>; caller?: PartsOf<Profile> } = {},
) {
  api.on('GET /api/products/customisationbuilder/:id', { customisationBuilder: someDesignOptions(options) });
  return renderPage(<Order garment={garment} />, {
    caller: { pricesVisible: true, permissions: ['AllowProducts'], roles: ['OrganisationBuyer'], ...caller },
  });
}

beforeEach(() => {
  queryClient.clear();
  api.on('GET /api/bodyme/tokenv3', refuse(404, { customer: 'No one has been measured.' }));
  api.on('GET /api/keptsizes', { keptSizes: [] });
  api.on('GET /api/stocknotices', { stockNotices: [] });
  api.on('GET /api/organisations/settings', { name: 'Meridian Resorts' });
  api.on('GET /api/customisations', {});
  api.on('GET /api/shopping_cart_items', {});
  api.on('POST /api/shopping_cart_items/multiple', {});
  api.on('POST /api/product/getbuynowtotals', {
    totals: { subTotal: 24.8, total: 44.16, tax: 7.36, taxDisplayType: 10, currencyCode: 'GBP' },
  });
});

const added = () => api.requests('POST /api/shopping_cart_items/multiple').map(({ body }) => body.items);

async function chooseText(user: ReturnType<typeof renderPage>['user'], text: string) {
  await user.click(await screen.findByRole('button', { name: 'Add at right chest' }));
  const position = within(screen.getByRole('region', { name: 'Right chest' }));
  await user.click(position.getByRole('radio', { name: 'Text' }));
  await user.type(position.getByRole('textbox', { name: 'Text' }), text);
  // Once its letters have been loaded.
  await waitFor(() => expect(document.getElementById('design-blocker')).toBeNull());
}

const TEXT = { productId: 7, methodId: 10, positionId: 2, text: 'Bar', fontName: 'Sans', threadColour: 'Ocean' };

describe('a garment that can be personalised', () => {
  it('keeps what was chosen on the page, with its price, until it is added', async () => {
    const { user } = show(polo);
    await user.click(screen.getByRole('radio', { name: 'Navy' }));
    await user.click(screen.getByRole('button', { name: 'Personalise' }));
    await chooseText(user, 'Bar');
    await user.click(screen.getByRole('button', { name: 'Back to the product' }));
    const designs = within(await screen.findByRole('list', { name: 'Designs' }));
    expect(designs.getByText(/^Right chest: text “Bar” in Sans, Ocean/)).toBeTruthy();
    expect(screen.getByText('You can only return it if it is faulty.')).toBeTruthy();
    const add = await screen.findByRole('button', { name: /^Add to cart · £36\.80$/ });
    expect(screen.getByText('£12.00 of it is for set-up, once per order.')).toBeTruthy();
    await user.click(add);
    expect(added()).toEqual([
      [{ productId: 7, combinationId: navy?.id, quantity: 1, source: 'product', customisations: [TEXT] }],
    ]);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Designs' })).toBeNull());
  });

  it('says what wearers pay themselves where their organisation lets them, and asks for it only there', async () => {
    api.on('POST /api/product/getbuynowtotals', {
      totals: { subTotal: 10, total: 12, tax: 2, items: [{ quantity: 1, ownQuantity: 1, ownTotal: 12 }] },
    });
    const words = 'You pay for 1 piece yourself by card: £12.00 incl. tax.';
    const wearer = show(polo, { caller: { roles: ['OrganisationStaff'], paysOwnPart: true } });
    await wearer.user.click(screen.getByRole('radio', { name: 'Navy' }));
    await screen.findByText(words);
    wearer.unmount();
    const asked = api.requests('POST /api/product/getbuynowtotals').length;
    const buyer = show(polo, { caller: { paysOwnPart: true } });
    await buyer.user.click(screen.getByRole('radio', { name: 'Navy' }));
    await screen.findByRole('button', { name: 'Add to cart' });
    expect(screen.queryByText(words)).toBeNull();
    expect(api.requests('POST /api/product/getbuynowtotals')).toHaveLength(asked);
  });

  it('is added from the dialog, which stays open and says why when that is refused', async () => {
    const { user } = show(polo);
    await user.click(screen.getByRole('radio', { name: 'Navy' }));
    await user.click(screen.getByRole('button', { name: 'Personalise' }));
    await chooseText(user, 'Bar');
    api.on(
      'POST /api/shopping_cart_items/multiple',
      refuse(422, { 'items[0].customisations[0].text': 'This text is not possible.' }),
    );
    await user.click(screen.getByRole('button', { name: 'Add 1 personalised piece' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Personalise' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('This text is not possible.');
    api.on('POST /api/shopping_cart_items/multiple', {});
    await user.click(dialog.getByRole('button', { name: 'Add 1 personalised piece' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Personalise' })).toBeNull());
    expect(added()).toHaveLength(2);
  });

  it('leads into the dialog before it is added, where it is only sold personalised', async () => {
    const { user } = show({ ...polo, customisationRequired: true }, { options: { isRequired: true } });
    await user.click(screen.getByRole('radio', { name: 'Navy' }));
    const buttons = screen.getAllByRole('button', { name: 'Personalise' });
    await user.click(buttons.at(-1) as HTMLElement);
    await screen.findByRole('dialog', { name: 'Personalise' });
    await user.click(await screen.findByRole('button', { name: 'Add 1 personalised piece' }));
    expect(document.getElementById('design-blocker')?.textContent).toContain('only sold personalised');
    expect(added()).toEqual([]);
  });

  it('says what is required before it is ordered, without sending it', async () => {
    const required = aDesign({ id: 0, isMandatory: true, positionId: 1, position: 'Left chest' });
    const { user } = show({ ...polo, customisationRequired: true }, { options: { mandatory: [required] } });
    await user.click(screen.getByRole('radio', { name: 'Navy' }));
    expect(await screen.findByText('You can only return it if it is faulty.')).toBeTruthy();
    expect(screen.getByText('Required')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: /^Add to cart/ }));
    expect(added()).toEqual([[{ productId: 7, combinationId: navy?.id, quantity: 1, source: 'product' }]]);
  });

  it('offers nothing to someone who cannot order', () => {
    show(polo, { caller: { permissions: ['AllowStockEnquiry'] } });
    expect(screen.queryByRole('button', { name: 'Personalise' })).toBeNull();
    expect(api.requests('GET /api/products/customisationbuilder/:id')).toEqual([]);
  });
});
