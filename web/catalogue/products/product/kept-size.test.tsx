import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import { queryClient } from '#web/app/query-client.ts';
import { createReply, type PartsOf } from '#web/testing/example-reply.ts';
import { NARROW, renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { noPersonalising } from '../builders.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import { useSizedSelection } from '../choosing/use-sized-selection.ts';
import { toOrderableGarment } from '../garment.ts';
import type { Wearer } from '../optimistic-cart.ts';
import { SizeGrid } from '../size-grid/size-grid.tsx';
import { SingleSizeOrder } from './single-size-order.tsx';

const api = useStubbedApi();
const SIZES = ['6', '8', '10', '12', '14'];
const LEGS = ['Regular', 'Long'];
const idOf = (size: string) => 20 + SIZES.indexOf(size);

/** Chinos in five sizes, each with two legs, all in stock. */
const chinos: OrderableGarment = (() => {
  const [product] = createReply('GET /api/products/:id', {
    products: [
      {
        id: 7,
        name: 'Chinos',
        disableBuyButton: false,
        callForPrice: false,
        sizeGuideId: null,
        tierPrices: [],
        attributes: [
          {
            id: 2,
            productAttributeName: 'Size',
            role: 'size',
            attributeValues: SIZES.map((name) => ({ id: idOf(name), name, isPreSelected: false })),
          },
          {
            id: 3,
            productAttributeName: 'Leg',
            role: 'length',
            attributeValues: LEGS.map((name, place) => ({ id: 31 + place, name, isPreSelected: false })),
          },
        ],
        productAttributeCombinations: SIZES.flatMap((size) =>
          LEGS.map((leg, place) => ({
            id: idOf(size) * 10 + place,
            attributes: [
              { id: 2, valueId: idOf(size), value: size },
              { id: 3, valueId: 31 + place, value: leg },
            ],
            stockStatus: 'InStock' as const,
            stockQuantity: 40,
          })),
        ),
      },
    ],
  }).products;
  if (!product) throw new Error('There is no product.');
  return toOrderableGarment(product);
})();

type Kept = ReplyOf<'GET /api/keptsizes'>['keptSizes'][number];

const keep = (size: string, parts: PartsOf<Kept> = {}) =>
  api.on('GET /api/keptsizes', {
    keptSizes: [
      {
        productId: 7,
        sizeId: idOf(size),
        size,
        values: [
          { id: idOf(size), name: size },
          { id: 32, name: 'Long' },
        ],
        sinceOn: '2025-10-14',
        keptProductId: 7,
        keptProductName: 'Chinos',
        fit: null,
        ...parts,
      },
    ],
  });

const advise = (size: string, isOwn = true, until?: Promise<void>) => {
  api.on('GET /api/bodyme/tokenv3', { access_token: 'body', expires_in: 3600 });
  api.on('GET /sizing/client', { client: { bodyId: isOwn ? '5' : null, isMeasured: true } });
  api.on('POST /sizing/suggestion/newsuggestion', async () => {
    await until;
    return {
      suggestion: {
        sizeId: idOf(size),
        size,
        confidence: 0.8,
        alternatives: [],
        leg: { id: 31, name: 'Regular', probability: 0.9 },
        askFor: null,
      },
    };
  });
};

beforeEach(() => {
  api.on('GET /api/bodyme/tokenv3', refuse(404, { customer: 'No one has been measured.' }));
  api.on('GET /api/keptsizes', { keptSizes: [] });
});

function Order({ wearer }: { wearer?: Wearer }) {
  const { selection, help } = useSizedSelection(chinos, wearer);
  return <SingleSizeOrder garment={chinos} selection={selection} help={help} personalising={noPersonalising} wearer={wearer} />;
}

const GEMMA = { id: 9, firstName: 'Gemma', lastName: 'Hale' };
const show = (isOwn = true, wearer?: Wearer) =>
  renderPage(<Order {...(wearer ? { wearer } : {})} />, {
    width: NARROW,
    caller: { pricesVisible: false, impersonatedCustomer: isOwn ? null : GEMMA },
  });
const note = async () => (await screen.findByRole('note', { name: 'Size kept' })).querySelector('span')?.textContent;
const chosen = () =>
  ['Size', 'Leg'].map(
    (name) =>
      within(screen.getByRole('radiogroup', { name: new RegExp(`^${name}`) }))
        .getAllByRole<HTMLInputElement>('radio')
        .find(({ checked }) => checked)
        ?.getAttribute('aria-label') ?? null,
  );

describe('a kept size', () => {
  it('is selected with its leg, and said, of someone who was never measured', async () => {
    keep('8');
    show();
    expect(await note()).toBe('You have kept 8 Long since October 2025.');
    expect(chosen()).toEqual(['8, kept size', 'Long, kept']);
    expect(screen.queryByText('Find your size')).toBeNull();
  });

  it('is not selected before the advised size is known, so that no selection is taken back', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    keep('8');
    advise('14', true, answered);
    show();
    await waitFor(() => {
      expect(api.requests('POST /sizing/suggestion/newsuggestion')).not.toEqual([]);
      expect(api.requests('GET /api/keptsizes')).not.toEqual([]);
      expect(queryClient.isFetching({ queryKey: ['GET /api/keptsizes'] })).toBe(0);
    });
    expect([chosen(), screen.queryByRole('note')]).toEqual([[null, null], null]);
    answer();
    expect(await note()).toContain('Which do you want?');
    expect(chosen()).toEqual([null, null]);
  });

  it('leads over an advised size one step away, which is still said', async () => {
    keep('8');
    advise('10');
    show();
    const advice = await screen.findByRole('note', { name: 'Size advice' });
    expect(advice.textContent).toContain('10 Regular');
    expect(chosen()).toEqual(['8, kept size', 'Long, kept']);
  });

  it('is asked where the measurements say something else, and nothing is selected before', async () => {
    keep('8', { keptProductId: 3, keptProductName: 'Work trousers' });
    advise('12');
    const { user } = show();
    await waitFor(async () =>
      expect(await note()).toBe(
        'You have kept 8 Long since October 2025, of Work trousers. Your measurements suggest 12 Regular. Which do you want?',
      ),
    );
    expect(chosen()).toEqual([null, null]);
    expect(screen.getAllByRole('button', { name: /^Choose / }).map(({ textContent }) => textContent)).toEqual([
      'Choose 8 Long',
      'Choose 12 Regular',
    ]);
    await user.click(screen.getByRole('button', { name: 'Choose 12 Regular' }));
    expect(chosen()).toEqual(['12', 'Regular']);
    expect(await note()).not.toContain('Which do you want?');
    await user.click(screen.getByRole('button', { name: 'Choose 8 Long' }));
    expect(chosen()).toEqual(['8', 'Long']);
  });

  it.each([
    ['tooSmall', 'small', '10'],
    ['tooBig', 'big', '6'],
  ] as const)('is asked where its wearer said %s', async (fit, word, other) => {
    keep('8', { fit });
    const { user } = show();
    expect(await note()).toBe(`You have kept 8 Long since October 2025, and said that it is too ${word}. Which do you want?`);
    expect(chosen()).toEqual([null, null]);
    await user.click(screen.getByRole('button', { name: `Choose ${other}` }));
    expect(chosen()).toEqual([other, 'Long']);
  });

  it('is that of the person who is ordered for, by name', async () => {
    keep('8');
    advise('12', false);
    show(false);
    await waitFor(async () =>
      expect(await note()).toBe(
        'Gemma has kept 8 Long since October 2025. Gemma’s measurements suggest 12 Regular. Which should be ordered?',
      ),
    );
    expect(document.body.textContent).not.toMatch(/\byour?\b/i);
  });

  it('is that of the wearer of a dialog, whose measurements are not asked for', async () => {
    keep('8');
    show(true, { id: 9, name: 'Gemma Hale' });
    expect(await note()).toBe('Gemma Hale has kept 8 Long since October 2025.');
    expect(chosen()).toEqual(['8, kept size', 'Long, kept']);
    expect(new Set(api.requests('GET /api/keptsizes').map(({ query }) => query.customerId))).toEqual(new Set(['9']));
    expect(api.requests('POST /sizing/suggestion/newsuggestion')).toEqual([]);
  });

  it('is not waited for when it cannot be read: the advised size is marked, and taken by hand', async () => {
    api.on('GET /api/keptsizes', refuse(403, { permission: 'You can’t do this.' }));
    advise('12');
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Choose 12 Regular' }));
    expect(chosen()).toEqual(['12, advised size', 'Regular, advised']);
  });

  it('is marked and said above a grid of sizes', async () => {
    keep('8');
    renderPage(<SizeGrid garment={chinos} source="adhoc" wearer={{ id: 9, name: 'Gemma Hale' }} />, { width: NARROW });
    expect(await note()).toBe('Gemma Hale has kept 8 Long since October 2025.');
    expect(screen.getAllByText(/, kept size$/)).toHaveLength(LEGS.length);
  });
});
