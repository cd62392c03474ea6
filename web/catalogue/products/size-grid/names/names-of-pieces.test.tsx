import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { aDesign, someDesignOptions } from '../../../customisation/builders.ts';
import type { DesignOptions, GarmentDesign } from '../../../customisation/design-types.ts';
import { usePersonalising } from '../../../customisation/use-personalising.ts';
import { aGarment, sizes } from '../../builders.ts';
import type { Wearer } from '../../optimistic-cart.ts';
import { SizeGrid } from '../size-grid.tsx';

const api = useStubbedApi();
let lastId = 700;

beforeEach(() => {
  queryClient.clear();
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  api.on('GET /api/bodyme/tokenv3', refuse(404, { customer: 'No one has been measured.' }));
  api.on('GET /api/keptsizes', { keptSizes: [] });
  api.on('POST /api/product/getbuynowtotals', { totals: { subTotal: 1 } });
  api.on('POST /api/shopping_cart_items/multiple', {});
  api.on('GET /api/shopping_cart_items', {});
});

const badge = (parts: PartsOf<GarmentDesign> = {}) =>
  aDesign({ id: 0, name: 'Name', nameDesignId: 9, nameForm: 'first-initial', text: null, customisationId: null, ...parts });

interface Shown {
  options?: PartsOf<DesignOptions>;
  wearer?: Wearer;
}

function Page({ garment, wearer }: { garment: ReturnType<typeof aGarment>; wearer: Wearer | undefined }) {
  const personalising = usePersonalising({ ...garment, customisationEnabled: true }, true);
  return <SizeGrid garment={garment} source="product" wearer={wearer} personalising={personalising} />;
}

async function show({ options = {}, wearer }: Shown = {}) {
  lastId += 1;
  const garment = { ...aGarment([sizes()]), id: lastId };
  api.on('GET /api/products/customisationbuilder/:id', {
    customisationBuilder: someDesignOptions({ nameDesigns: [badge()], ...options }),
  });
  const { user } = renderPage(<Page garment={garment} wearer={wearer} />, {
    caller: { pricesVisible: true, roles: ['OrganisationBuyer'], permissions: ['AllowUniformBuilder'] },
  });
  await user.type(await screen.findByRole('textbox', { name: /^S\b/ }), '3');
  await user.type(screen.getByRole('textbox', { name: /^M\b/ }), '1');
  await user.click(await screen.findByRole('button', { name: 'Add names' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Names for 4 pieces' }));
  const fields = await dialog.findAllByRole<HTMLInputElement>('textbox', { name: /^Name on piece/ });
  return { user, garment, dialog, fields, texts: () => fields.map(({ value }) => value) };
}
const addButton = () => screen.findByRole('button', { name: /^Add 4 pieces, / });

describe('names for the pieces of a grid', () => {
  it('are pasted as a column, and equal ones of a size are one line', async () => {
    const { user, garment, fields, texts, dialog } = await show();
    await user.click(fields[0] as HTMLElement);
    await user.paste('Niamh D.\r\nOrla B.\r\nNiamh D.\r\n');
    expect(texts()).toEqual(['Niamh D.', 'Orla B.', 'Niamh D.', '']);
    await dialog.findByText('3 names filled in.');
    // Once the letters of the names have been loaded.
    await vi.waitFor(async () => expect((await addButton()).getAttribute('aria-disabled')).toBeNull());
    await user.click(await addButton());
    const { items } = (
      await vi.waitFor(() => {
        const [request] = api.requests('POST /api/shopping_cart_items/multiple');
        if (!request) throw new Error('Nothing was added.');
        return request;
      })
    ).body;
    const name = (text: string) => [{ productId: 7, nameDesignId: 9, text }];
    expect(items.map(({ combinationId, quantity, customisations }) => [combinationId, quantity, customisations])).toEqual([
      [garment.combinations[0]?.id, 2, name('Niamh D.')],
      [garment.combinations[0]?.id, 1, name('Orla B.')],
      [garment.combinations[1]?.id, 1, undefined],
    ]);
  });

  it('are checked at once, with a way to each that cannot be made, and more than pieces are said', async () => {
    const { user, fields, dialog } = await show();
    await user.click(fields[2] as HTMLElement);
    await user.paste('Wilhelmina Featherstonehaugh-Cholmondeley\nمريم\nOne too many');
    await dialog.findByText(/^2 names filled in\. The last one is left out/);
    const list = within(await dialog.findByRole('list', { name: 'Names to change' }));
    list.getByText(/not in Sans/);
    expect((await addButton()).getAttribute('aria-disabled')).toBe('true');
    await user.click(list.getByRole('button', { name: 'Piece 3' }));
    expect(document.activeElement).toBe(fields[2]);
    expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual(['false', 'false', 'true', 'true']);
  });

  it('begin with the person for whom the pieces are, as the design has it', async () => {
    const { texts } = await show({ wearer: { id: 4, name: 'Niamh Doyle' } });
    expect(texts()).toEqual(['Niamh D.', 'Niamh D.', 'Niamh D.', 'Niamh D.']);
  });

  it('are needed on every piece of a garment that is only sold personalised', async () => {
    const { user, fields, dialog } = await show({ options: { isRequired: true } });
    await user.type(fields[0] as HTMLElement, 'Niamh');
    expect(await dialog.findAllByText(/only sold personalised/)).toHaveLength(3);
    expect((await addButton()).getAttribute('aria-disabled')).toBe('true');
  });
});
