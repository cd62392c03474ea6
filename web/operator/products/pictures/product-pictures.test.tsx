import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { KeptProduct } from '../product-labels.ts';
import { OperatorProductPage } from '../product-page.tsx';

const api = useStubbedApi();

type Picture = KeptProduct['images'][number];
const aPicture = (id: number, more: Partial<Picture> = {}): Picture => ({
  id,
  src: `/pictures/${String(id).repeat(40).slice(0, 40)}.webp`,
  altText: null,
  valueId: null,
  shows: null,
  isDrawing: false,
  ...more,
});
const DRAWING = aPicture(9, { src: '/garments/jacket/112233-front.svg', isDrawing: true, shows: 'front' });

function show(images: Picture[], product: object = {}) {
  let saved = images;
  let version = 3;
  const attributes = [
    {
      id: 1,
      name: 'Colour',
      role: 'colour' as const,
      values: [
        { id: 11, name: 'Teal', colorSquaresRgb: null, priceAdjustment: 0 },
        { id: 12, name: 'Navy', colorSquaresRgb: null, priceAdjustment: 0 },
      ],
    },
  ];
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['catalogue'] } });
  api.on('GET /api/operator/products/:id', () => ({
    product: {
      id: 7,
      name: 'Fleece',
      refusal: null,
      attributes,
      combinations: [],
      images: saved.length > 0 ? saved : [DRAWING],
      version,
      ...product,
    },
  }));
  api.on('GET /api/operator/products/:id/history', { history: [], totalCount: 0 });
  api.on('GET /api/operator/products/:id/positions', {
    productPositions: {
      garment: null,
      isPossible: false,
      isRequired: false,
      methods: [],
      positions: [],
      cartLines: 0,
      version: 1,
    },
  });
  api.on('GET /api/operator/products/:id/clients', { clients: [], otherClients: 0 });
  api.on('GET /api/operator/products/:id/prices', {
    productPrices: { productId: 7, price: 28.4, currencyCode: 'GBP', combinations: [], scheduled: [], tiers: [], roles: [] },
  });
  api.on('GET /api/operator/products', { products: [], totalCount: 0 });
  api.on('GET /api/operator/sizeguides', { sizeGuides: [] });
  api.on('GET /api/operator/products/choices', { categories: [], specifications: [] });
  api.on('PUT /api/operator/products/:id/pictures', ({ body }) => {
    version += 1;
    saved = body.pictures.map(({ id, src, ...picture }) => {
      const old = images.find((each) => each.id === id || each.src === src);
      return { ...(old as Picture), ...(picture as Partial<Picture>), id: id ?? 100 };
    });
    return { pictures: saved, version };
  });
  return renderPage(<OperatorProductPage />, { path: '/operator/products/7', route: '/operator/products/:id', isOperator: true });
}

const puts = () => api.requests('PUT /api/operator/products/:id/pictures').map(({ body }) => body);
const savedIds = () => puts().map(({ pictures, version }) => [pictures.map(({ id }) => id), version]);
const names = () => screen.getAllByRole('button', { name: /^Edit picture/ }).map((button) => button.getAttribute('aria-label'));

it('sorts pictures by keyboard, step by step, without a conflict with itself', async () => {
  const { user } = show([aPicture(1, { valueId: 11, shows: 'front' }), aPicture(2), aPicture(3)]);
  const handle = await screen.findByRole('button', { name: /^Move picture 1: Teal, front/ });
  handle.focus();
  await user.keyboard('{ArrowRight}');
  await screen.findByText(/position 2 of 3$/);
  // The handle keeps the focus when its picture has moved.
  await waitFor(() => expect(document.activeElement).toBe(handle));
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(names()[2]).toBe('Edit picture 3: Teal, front'));
  expect(screen.getByText('picture 2: Teal, front: position 3 of 3')).toBeTruthy();
  await waitFor(() => expect(savedIds().at(-1)?.[0]).toEqual([2, 3, 1]));
  // Each is saved with the version that the one before it made.
  expect(savedIds().map(([, version]) => version)).toEqual(savedIds().map((_, index) => 3 + index));
});

it('changes text, colour and side of a picture', async () => {
  const { user } = show([aPicture(1), aPicture(2)]);
  await user.click(await screen.findByRole('button', { name: 'Edit picture 2: All colours' }));
  await user.type(await screen.findByLabelText('Alternative text'), 'Seen from behind');
  await user.selectOptions(screen.getByLabelText('Colour'), 'Navy');
  await user.selectOptions(screen.getByLabelText('Shows'), 'Back');
  await user.click(screen.getByRole('button', { name: 'Save picture' }));
  await screen.findByRole('button', { name: 'Edit picture 2: Navy, back' });
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect(puts()[0]?.pictures[1]).toEqual({ id: 2, altText: 'Seen from behind', valueId: 12, shows: 'back' });
});

it('removes a picture, and puts it back by its address', async () => {
  const [one, two] = [aPicture(1, { altText: 'Front' }), aPicture(2)];
  const { user } = show([one, two]);
  await user.click(await screen.findByRole('button', { name: 'Remove picture 1: All colours' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(puts()).toHaveLength(2));
  expect(puts()[0]?.pictures).toEqual([{ id: 2, altText: null, valueId: null, shows: null }]);
  expect(puts()[1]).toEqual({
    version: 4,
    pictures: [
      { src: one.src, altText: 'Front', valueId: null, shows: null },
      { id: 2, altText: null, valueId: null, shows: null },
    ],
  });
});

it('shows what someone else has changed instead of overwriting it', async () => {
  const { user } = show([aPicture(1), aPicture(2)]);
  api.on('PUT /api/operator/products/:id/pictures', refuse(409, { product: 'Someone else has changed Pictures.' }));
  await user.click(await screen.findByRole('button', { name: 'Remove picture 1: All colours' }));
  await screen.findByText('Someone else has changed Pictures.');
  await waitFor(() => expect(names()).toHaveLength(2));
});

it('adds files one by one, and names those that are refused', async () => {
  const { user } = show([]);
  await screen.findByText('Without a photograph the drawing is shown.');
  let sent = 0;
  api.on('POST /api/operator/products/:id/pictures', () => {
    sent += 1;
    const isRefused = sent === 1;
    return {
      results: [
        {
          fileName: 'x',
          state: isRefused ? 'refused' : 'added',
          problem: isRefused ? '“a.jpg” is a GIF. Please save it as JPEG, PNG or WebP.' : null,
        },
      ],
      pictures: isRefused ? [] : [aPicture(5)],
      version: 3 + sent,
    };
  });
  const input = screen.getByLabelText('Browse: Pictures of the product');
  const aFile = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: 'image/jpeg' });
  await user.upload(input, [aFile('a.jpg'), aFile('b.jpg'), aFile('c.jpg', 20_000_001)]);
  await screen.findByText('“a.jpg” is a GIF. Please save it as JPEG, PNG or WebP.');
  expect(screen.getByText('This file is larger than 20 MB. Please choose a smaller one.')).toBeTruthy();
  await screen.findByRole('button', { name: 'Edit picture 1: All colours' });
  expect(sent).toBe(2);
  const files = within(screen.getByRole('list', { name: 'Files' }));
  expect(files.getAllByRole('listitem')).toHaveLength(2);
  fireEvent.drop(screen.getByRole('group', { name: 'Pictures of the product' }), { dataTransfer: { files: [aFile('d.jpg')] } });
  await waitFor(() => expect(sent).toBe(3));
});

it('keeps a picture that arrives while others are sorted', async () => {
  const { user } = show([aPicture(1), aPicture(2)]);
  const input = await screen.findByLabelText('Browse: Pictures of the product');
  const arrived = Promise.withResolvers<void>();
  api.on('POST /api/operator/products/:id/pictures', async () => {
    await arrived.promise;
    return {
      results: [{ fileName: 'x', state: 'added', problem: null }],
      pictures: [aPicture(1), aPicture(2), aPicture(3)],
      version: 4,
    };
  });
  await user.upload(input, new File(['x'], 'a.jpg', { type: 'image/jpeg' }));
  screen.getByRole('button', { name: /^Move picture 1/ }).focus();
  await user.keyboard('{ArrowRight}');
  arrived.resolve();
  await waitFor(() => expect(savedIds()).toEqual([[[2, 1, 3], 4]]));
});

it('only shows pictures to whoever cannot change the product', async () => {
  show([aPicture(1), aPicture(2)], { refusal: 'Organisations of other brands buy this product too.' });
  await screen.findByRole('list', { name: 'Pictures' });
  expect(screen.queryByRole('button', { name: /^Edit picture/ })).toBeNull();
  expect(screen.queryByRole('group', { name: 'Pictures of the product' })).toBeNull();
});
