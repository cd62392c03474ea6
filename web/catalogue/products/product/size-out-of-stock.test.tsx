import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import { NARROW, renderPage, WIDE } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { aGarment, anAttribute, noPersonalising } from '../builders.ts';
import type { Combination, OrderableGarment } from '../catalogue-types.ts';
import { useSizedSelection } from '../choosing/use-sized-selection.ts';
import type { Wearer } from '../optimistic-cart.ts';
import { SizeGrid } from '../size-grid/size-grid.tsx';
import { ProductOrderDialog } from './product-order-dialog.tsx';
import { SingleSizeOrder } from './single-size-order.tsx';

const api = useStubbedApi();
const OUT = { stockStatus: 'OutOfStock', stockQuantity: 0 } as const;
const DUE = { ...OUT, dueDateUtc: '2026-12-04T00:00:00Z', dueQuantity: 10 } as const;
const SIZES = ['S', 'M', 'L'];
const idOf = (size: string) => 201 + SIZES.indexOf(size);

let nextId = 700;
/** A polo shirt in three colours and sizes, with this stock. */
function aPolo(stock: Record<string, Partial<Combination>>): OrderableGarment {
  const garment = aGarment(
    [anAttribute(1, 'colour', ['Navy', 'White', 'Black']), anAttribute(2, 'size', SIZES)],
    ({ attributeDescription }) => stock[attributeDescription] ?? {},
  );
  nextId += 1;
  return { ...garment, id: nextId };
}

const keep = (garment: OrderableGarment, size: string, fit: 'tooSmall' | null = null) =>
  api.on('GET /api/keptsizes', {
    keptSizes: [
      {
        productId: garment.id,
        sizeId: idOf(size),
        size,
        values: [{ id: idOf(size), name: size }],
        sinceOn: '2025-10-14',
        keptProductId: garment.id,
        keptProductName: garment.name,
        fit,
      },
    ],
  });

function advise(size: string, alternatives: { size: string; probability: number }[] = []) {
  api.on('GET /api/bodyme/tokenv3', { access_token: 'body', expires_in: 3600 });
  api.on('GET /sizing/client', { client: { bodyId: '5', isMeasured: true } });
  api.on('POST /sizing/suggestion/newsuggestion', {
    suggestion: {
      sizeId: idOf(size),
      size,
      confidence: 0.4,
      alternatives: alternatives.map((each) => ({ ...each, sizeId: idOf(each.size) })),
      leg: null,
      askFor: null,
      conflict: null,
      hasConflict: false,
      lengths: [],
    },
  });
}

beforeEach(() => {
  queryClient.clear();
  api.on('GET /api/bodyme/tokenv3', refuse(404, { customer: 'No one has been measured.' }));
  api.on('GET /api/keptsizes', { keptSizes: [] });
  api.on('GET /api/stocknotices', { stockNotices: [] });
});

function Order({ garment, wearer }: { garment: OrderableGarment; wearer?: Wearer | undefined }) {
  const { selection, help } = useSizedSelection(garment, wearer);
  return <SingleSizeOrder garment={garment} selection={selection} help={help} personalising={noPersonalising} wearer={wearer} />;
}
const orderer = { permissions: ['AllowProducts'], impersonatedCustomer: null };
const show = (garment: OrderableGarment, path = '/') =>
  renderPage(<Order garment={garment} />, { width: NARROW, caller: orderer, path });

const note = (name: 'Size kept' | 'Size advice') => screen.findByRole('note', { name });
const chosen = (root: ReturnType<typeof within> | typeof screen = screen) =>
  ['Colour', 'Size'].map(
    (name) =>
      within(root.getByRole('radiogroup', { name }))
        .getAllByRole<HTMLInputElement>('radio')
        .find(({ checked }) => checked)
        ?.getAttribute('aria-label') ?? null,
  );
const offers = () => screen.queryAllByRole('button', { name: /^Choose / }).map(({ textContent }) => textContent);

describe('a kept size that is out of stock in the first colour', () => {
  it('is selected in the first colour that has it, and the day and the other colours are said', async () => {
    const garment = aPolo({ 'Navy, M': DUE });
    keep(garment, 'M');
    show(garment);
    expect((await note('Size kept')).textContent).toContain(
      'You have kept M since October 2025. M is out of stock in Navy, due 4 Dec.',
    );
    expect(chosen()).toEqual(['White', 'M, kept size']);
    expect(offers()).toEqual(['Choose M in Black']);
  });

  it('is offered in the colours that have it, where a link names the one that lacks it; it gets the focus once it is taken', async () => {
    const garment = aPolo({ 'Navy, M': DUE });
    keep(garment, 'M');
    const { user } = show(garment, '/?colour=navy');
    await note('Size kept');
    expect(offers()).toEqual(['Choose M in White', 'Choose M in Black']);
    await user.click(screen.getByRole('button', { name: 'Choose M in Black' }));
    expect(chosen()).toEqual(['Black', 'M, kept size']);
    // It is announced as selected, once.
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'M, kept size' }));
  });

  it('can be waited for in one tap', async () => {
    const garment = aPolo({ 'Navy, M': DUE });
    keep(garment, 'M');
    const { user } = show(garment);
    api.on('POST /api/stocknotices', {
      stockNotices: [{ id: 1, combinationId: 1001, productId: garment.id, name: 'Polo shirt', attributeDescription: 'Navy, M' }],
    });
    await user.click(await within(await note('Size kept')).findByRole('button', { name: 'Tell me when Navy, M can be ordered' }));
    await waitFor(() => expect(api.requests('POST /api/stocknotices')).toHaveLength(1));
    await within(await note('Size kept')).findByText('You’ll be notified');
  });
});

describe('a size that no colour has', () => {
  const garment = () =>
    aPolo({ 'Navy, M': DUE, 'White, M': OUT, 'Black, M': OUT, 'Navy, S': OUT, 'White, S': OUT, 'Black, S': OUT });

  it('is said with the day, and the next one is offered as what it is', async () => {
    const polo = garment();
    keep(polo, 'M');
    const { user } = show(polo);
    expect((await note('Size kept')).textContent).toContain('M is out of stock, due 4 Dec in Navy.');
    expect(chosen()).toEqual(['Navy', null]);
    expect(offers()).toEqual(['Choose L, one size larger']);
    await user.click(screen.getByRole('button', { name: 'Choose L, one size larger' }));
    expect(chosen()).toEqual(['Navy', 'L']);
  });

  it('is not called the one to choose', async () => {
    const polo = garment();
    advise('M', [{ size: 'L', probability: 0.5 }]);
    show(polo);
    const advice = await note('Size advice');
    expect(advice.textContent).toContain('M would be the size to choose (40%).');
    expect(advice.textContent).toContain('M is out of stock, due 4 Dec in Navy.');
    expect(offers()).toEqual(['Choose L, one size larger']);
  });

  it('is not asked: what was said of it is, and the other one is offered', async () => {
    const polo = aPolo({ 'Navy, M': DUE, 'White, M': OUT, 'Black, M': OUT });
    keep(polo, 'M', 'tooSmall');
    show(polo);
    const kept = await note('Size kept');
    expect(kept.textContent).not.toContain('Which do you want?');
    expect(kept.textContent).toContain('M is out of stock, due 4 Dec in Navy.');
    expect(offers()).toContain('Choose L');
    expect(offers()).not.toContain('Choose M');
  });

  it('is not asked for where a colour has no size at all', async () => {
    const polo = aPolo({ 'Navy, S': OUT, 'Navy, M': OUT, 'Navy, L': OUT });
    show(polo, '/?colour=navy');
    await screen.findByText('No size can be ordered in Navy at the moment.');
    expect(screen.queryByText(/Choose a size/)).toBeNull();
  });
});

it('shows an advised size that is taken by hand in a colour that has it', async () => {
  const garment = aPolo({ 'Navy, M': DUE });
  advise('M', [{ size: 'L', probability: 0.3 }]);
  const { user } = show(garment);
  await note('Size advice');
  expect(chosen()).toEqual(['White', null]);
  await user.click(screen.getByRole('button', { name: 'Choose M' }));
  expect(chosen()).toEqual(['White', 'M, advised size']);
});

it('says each size once: the group has the name of the attribute alone', async () => {
  const garment = aPolo({});
  keep(garment, 'M');
  show(garment);
  await note('Size kept');
  const group = screen.getByRole('radiogroup', { name: 'Size' });
  expect(
    within(group)
      .getAllByRole('radio')
      .map((radio) => radio.getAttribute('aria-label')),
  ).toEqual(['S', 'M, kept size', 'L']);
  for (const label of group.querySelectorAll('label')) {
    // What is read of a label is the name of its button.
    const read = [...label.querySelectorAll('span')].filter((span) => !span.closest('[aria-hidden="true"]'));
    expect(read.map(({ textContent }) => textContent)).toEqual([]);
  }
});

it('is asked above the sizes, and said below them', async () => {
  const asked = aPolo({});
  keep(asked, 'M', 'tooSmall');
  const { unmount } = show(asked);
  const isAbove = async () => {
    const sizes = screen.getByRole('radiogroup', { name: 'Size' });
    return Boolean((await note('Size kept')).compareDocumentPosition(sizes) & Node.DOCUMENT_POSITION_FOLLOWING);
  };
  await note('Size kept');
  expect(await isAbove()).toBe(true);
  unmount();
  queryClient.clear();
  const kept = aPolo({});
  keep(kept, 'M');
  show(kept);
  await note('Size kept');
  expect(await isAbove()).toBe(false);
});

describe('elsewhere', () => {
  it('the dialog of the ad hoc list begins with a colour that has the size of the wearer', async () => {
    const { attributes, combinations, ...product } = aPolo({ 'Navy, M': DUE });
    keep({ ...product, attributes, combinations }, 'M');
    api.on('GET /api/product/getbuynowcombinations', { product, attributes, combinations, tierPrices: [] });
    renderPage(
      <ProductOrderDialog productId={product.id} onClose={() => {}} source="adhoc" wearer={{ id: 9, name: 'Gemma Hale' }} />,
      { width: WIDE, caller: orderer },
    );
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('note', { name: 'Size kept' });
    expect(chosen(dialog)).toEqual(['White', 'M, kept size']);
    expect(dialog.getByRole('note', { name: 'Size kept' }).textContent).toContain('Gemma Hale has kept M since October 2025.');
    expect(document.body.textContent).not.toMatch(/\byou have\b/i);
  });

  it('the grid of a phone begins with a colour that has it, and says that no colour has it', async () => {
    const garment = aPolo({ 'Navy, M': DUE });
    keep(garment, 'M');
    const { unmount } = renderPage(<SizeGrid garment={garment} source="adhoc" />, { width: NARROW, caller: orderer });
    await note('Size kept');
    await waitFor(() =>
      expect(
        within(screen.getByRole('radiogroup', { name: 'Colour' }))
          .getAllByRole<HTMLInputElement>('radio')
          .find(({ checked }) => checked)
          ?.getAttribute('aria-label'),
      ).toBe('White'),
    );
    unmount();
    queryClient.clear();
    const nowhere = aPolo({ 'Navy, M': DUE, 'White, M': OUT, 'Black, M': OUT });
    keep(nowhere, 'M');
    renderPage(<SizeGrid garment={nowhere} source="adhoc" />, { width: WIDE, caller: orderer });
    expect((await note('Size kept')).textContent).toContain('M is out of stock, due 4 Dec in Navy.');
  });
});
