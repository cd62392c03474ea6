import { screen, waitFor, within } from '@testing-library/react';
import { Outlet, Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import { aDesign, someDesignOptions } from '#web/catalogue/customisation/builders.ts';
import type { DesignOptions } from '#web/catalogue/customisation/design-types.ts';
import { aGarment, colours, sizes } from '#web/catalogue/products/builders.ts';
import type { Combination } from '#web/catalogue/products/catalogue-types.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { NARROW, renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { aBuilder, aGroup, productsOf } from './builder-builders.ts';
import type { BuilderContext } from './builder-context.ts';
import { BuilderGarment } from './builder-garment.tsx';
import { type Builder, type BuilderProduct, type GroupStep, getTotals, listSteps } from './builder-model.ts';
import { createBuilderLinks } from './preview.ts';

const api = useStubbedApi();
const PRODUCT = 11;

beforeEach(() => {
  queryClient.clear();
  api.on('GET /api/bodyme/tokenv3', refuse(404, { customer: 'No one has been measured.' }));
  api.on('GET /api/keptsizes', { keptSizes: [] });
  api.on('GET /api/stocknotices', { stockNotices: [] });
  api.on('GET /api/issuedgarments', { garments: [] });
});

interface Shown {
  over?: Partial<Builder>;
  ownPayment?: BuilderProduct['ownPayment'];
  pricesVisible?: boolean;
  stock?: Record<string, Partial<Combination>>;
  tierPrices?: { quantity: number; price: number }[];
  /** What can be put on the garment; nothing by default. */
  designs?: PartsOf<DesignOptions>;
}

/** The page of a garment in a builder with a group of three pieces. */
function show({ over = {}, ownPayment = null, pricesVisible = false, stock = {}, tierPrices = [], designs }: Shown) {
  const { attributes, combinations, ...product } = aGarment(
    [colours(), sizes()],
    ({ attributeDescription }) => stock[attributeDescription] ?? {},
  );
  if (designs) api.on('GET /api/products/customisationbuilder/:id', { customisationBuilder: someDesignOptions(designs) });
  api.on('GET /api/product/getbuynowcombinations', {
    product: { ...product, id: PRODUCT, customisationEnabled: designs !== undefined },
    attributes,
    combinations,
    tierPrices,
  });
  const builder = aBuilder([aGroup(1, 'Shirts', { allocatedQuantity: 3 })], over);
  const products = productsOf(builder.collection.collectionGroups).map((product) => ({ ...product, ownPayment }));
  const steps = listSteps(builder, products, []);
  const step = steps[0] as GroupStep;
  const context: BuilderContext = {
    state: {
      builder,
      products,
      items: [],
      isSaving: false,
      lines: [],
      steps,
      totals: getTotals(builder, products, [], steps),
      currencyCode: 'GBP',
      pricesVisible,
      links: createBuilderLinks(undefined),
      canChoose: builder.canOrder,
      isPreview: false,
      answerPreview: () => {},
      remove: () => {},
    },
    isWide: false,
    below: null,
    showPending: () => {},
  };
  const [productStep] = step.products;
  if (!productStep) throw new Error('The group has no garment.');
  return renderPage(
    <Routes>
      <Route element={<Outlet context={context} />}>
        <Route path="*" element={<BuilderGarment step={step} productStep={productStep} line={undefined} />} />
      </Route>
    </Routes>,
    {
      width: NARROW,
      caller: {
        firstName: 'Niamh',
        lastName: 'Doyle',
        pricesVisible,
        taxDisplayType: 10,
        permissions: ['AllowUniformBuilder'],
        impersonatedCustomer: null,
      },
    },
  );
}

const chosen = (name: string) =>
  within(screen.getByRole('radiogroup', { name }))
    .getAllByRole<HTMLInputElement>('radio')
    .find(({ checked }) => checked)
    ?.getAttribute('aria-label');
const addButton = () => screen.findByRole('button', { name: /^Add / });

describe('the garment page of the builder', () => {
  it('selects the advised size in a colour that has it, so that it can be added at once', async () => {
    api.on('GET /api/bodyme/tokenv3', { access_token: 'body', expires_in: 3600 });
    api.on('GET /sizing/client', { client: { bodyId: '5', isMeasured: true } });
    api.on('POST /sizing/suggestion/newsuggestion', {
      suggestion: {
        sizeId: 202,
        size: 'M',
        confidence: 0.8,
        alternatives: [],
        leg: null,
        askFor: null,
        hasConflict: false,
        conflict: null,
        lengths: [],
      },
    });
    const due = { stockStatus: 'OutOfStock', stockQuantity: 0, dueDateUtc: '2026-12-04T00:00:00Z' } as const;
    show({ stock: { 'Navy, M': due } });
    const note = await screen.findByRole('note', { name: 'Size advice' });
    expect(note.textContent).toContain('M is out of stock in Navy, due 4 Dec.');
    expect([chosen('Colour'), chosen('Size')]).toEqual(['White', 'M, advised size']);
    expect((await addButton()).getAttribute('aria-disabled')).toBeNull();
  });

  it('shows why nothing can be added in place of the balance, so that the bar has two lines', async () => {
    const { user } = show({});
    await addButton();
    const bar = (await addButton()).closest('[data-replaces-navigation]') as HTMLElement;
    within(bar).getByText('Choose a size first.');
    expect(within(bar).queryByText(/chosen/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'M' }));
    within(bar).getByText(/^3 chosen/);
    expect(within(bar).queryByText('Choose a size first.')).toBeNull();
  });

  it('says what larger quantities cost, to whoever sees prices', async () => {
    const tierPrices = [{ quantity: 3, price: 8 }];
    const { unmount } = show({ pricesVisible: true, tierPrices });
    await screen.findByText(/^Quantity discounts/);
    screen.getByRole('columnheader', { name: '3 and more', hidden: true });
    screen.getByRole('cell', { name: '£8.00', hidden: true });
    unmount();
    queryClient.clear();
    show({});
    await addButton();
    expect(screen.queryByText(/^Quantity discounts/)).toBeNull();
  });

  it('counts a budget of money at the price of the quantity', async () => {
    const { user } = show({
      over: { allocationTypeId: 40, budgetTotal: 26, budgetUsed: 0 },
      pricesVisible: true,
      tierPrices: [{ quantity: 3, price: 8 }],
    });
    await user.click(await screen.findByRole('radio', { name: 'M' }));
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Quantity of/ });
    await user.clear(field);
    await user.type(field, '3');
    await user.tab();
    // Three at £10 are more than the budget, three at £8 are not.
    await waitFor(() => expect(screen.getByText('£24.00 chosen', { exact: false }).textContent).toContain('£2.00 left'));
    expect((await addButton()).getAttribute('aria-disabled')).toBeNull();
  });

  it('puts the name of the wearer on the garment, once they have confirmed its spelling', async () => {
    const name = aDesign({ id: 0, name: 'Name', nameDesignId: 9, nameForm: 'first-initial', text: null, customisationId: null });
    api.on('POST /api/shopping_cart_items/multiple', {});
    api.on('GET /api/shopping_cart_items', {});
    const { user } = show({ designs: { nameDesigns: [name] } });
    await user.click(await screen.findByRole('radio', { name: 'M' }));
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name, right chest' });
    expect(field.value).toBe('Niamh D.');
    await screen.findByText('Confirm the spelling of the name first.');
    await user.clear(field);
    await user.type(field, '🙂');
    await screen.findAllByText(/not in Sans/);
    expect((await addButton()).getAttribute('aria-disabled')).toBe('true');
    await user.clear(field);
    await user.type(field, 'Nív D.');
    await user.click(await screen.findByRole('checkbox', { name: 'This is how your name will be embroidered: Nív D.' }));
    await user.click(await addButton());
    await waitFor(() => expect(api.requests('POST /api/shopping_cart_items/multiple')).toHaveLength(1));
    expect(api.requests('POST /api/shopping_cart_items/multiple')[0]?.body.items[0]?.customisations).toEqual([
      { productId: 7, nameDesignId: 9, text: 'Nív D.' },
    ]);
    expect(api.requests('GET /api/products/customisationbuilder/:id')[0]?.query).toHaveProperty('organisationCollectionId');
  });

  it('shows the garment alone in a closed window, with a way to ask for more time', async () => {
    const seasonId = 1;
    api.on('GET /api/entitlement/timerequests/own', {
      seasons: [{ seasonId, seasonName: '2026/27', closedOn: '2026-11-18' }],
      askingBlocker: null,
      requests: [],
    });
    const closed = 'Ordering closed on 18 November 2026.';
    show({ over: { canOrder: false, notices: [closed], season: { id: seasonId, name: '2026/27' } as Builder['season'] } });
    await screen.findByRole('button', { name: 'Ask for more time' });
    screen.getByText(closed);
    screen.getByRole('heading', { level: 1 });
    expect([
      ...screen.queryAllByRole('radio'),
      ...screen.queryAllByRole('textbox'),
      ...screen.queryAllByRole('button', { name: /^(Add|Choose)/ }),
    ]).toEqual([]);
  });

  it('lets the wearer pay for more than is covered, and says what that costs', async () => {
    api.on('POST /api/product/getbuynowtotals', ({ body }) => ({
      totals: { items: [{ ownQuantity: body.items[0]?.ownQuantity ?? 0, ownTotal: 24 }] },
    }));
    const { user } = show({ over: { beyond: 'ownPayment' }, ownPayment: 'possible' });
    await user.click(await screen.findByRole('radio', { name: 'M' }));
    await screen.findByText(/You can order more and pay for it yourself by card/);
    await user.click(screen.getByRole('button', { name: /^(Increase|One more|More)/ }));
    await screen.findByText('3 covered by your entitlement, 1 paid by you: £24.00 including tax.');
    expect((await addButton()).getAttribute('aria-disabled')).toBeNull();
  });

  it.each([
    ['protective', /Protective equipment is provided by your employer/],
    ['unavailable', /Paying for more yourself is not possible at the moment/],
  ] as const)('says why the wearer cannot pay for more: %s', async (ownPayment, reason) => {
    const { user } = show({ over: { beyond: 'ownPayment' }, ownPayment });
    await user.click(await screen.findByRole('radio', { name: 'M' }));
    await screen.findByText(reason);
  });
});
