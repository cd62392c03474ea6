import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { AddPicturesPage } from './add-pictures-page.tsx';

const api = useStubbedApi();
const FLEECE = { id: 7, name: 'Fleece' };
const aFile = (name: string) => new File(['x'], name, { type: 'image/jpeg' });

function show() {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['catalogue'] } });
  api.on('GET /api/operator/products', { products: [{ id: 8, name: 'Polo', sku: 'POLO' }], totalCount: 1 });
  api.on('GET /api/operator/products/:id', {
    product: {
      id: 8,
      name: 'Polo',
      refusal: null,
      attributes: [
        { id: 1, name: 'Colour', role: 'colour', values: [{ id: 31, name: 'Red', colorSquaresRgb: null, priceAdjustment: 0 }] },
      ],
    },
  });
  api.on('POST /api/operator/products/pictures/matches', ({ body }) => ({
    matches: body.fileNames.map((fileName) =>
      fileName.startsWith('FSD')
        ? {
            fileName,
            product: FLEECE,
            value: { id: 11, name: 'Teal' },
            shows: fileName.includes('back') ? ('back' as const) : ('front' as const),
            number: null,
            problem: null,
          }
        : {
            fileName,
            product: null,
            value: null,
            shows: null,
            number: null,
            problem: 'The name does not begin with a SKU of the catalogue.',
          },
    ),
  }));
  api.on('POST /api/operator/products/:id/pictures', ({ query }) => {
    const isBack = query.shows === 'back';
    return {
      results: [
        {
          fileName: 'x',
          state: isBack ? 'refused' : 'added',
          problem: isBack ? '“FSD_back.jpg” cannot be read.' : null,
        },
      ],
    };
  });
  return renderPage(<AddPicturesPage />, { path: '/operator/products/pictures', isOperator: true });
}

it('says where each file goes before any is sent, and sends those that have a product', async () => {
  const { user } = show();
  const input = await screen.findByLabelText('Browse: Pictures for many products');
  await user.upload(input, [aFile('FSD_back.jpg'), aFile('FSD_front.jpg'), aFile('IMG_1.jpg'), aFile('IMG_2.jpg')]);
  const list = await screen.findByRole('list', { name: 'Files' });
  const texts = () =>
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replace(/(Change|Choose product|Skip).*$/, ''));
  // What needs attention comes first, then the front before the back.
  expect(texts()).toEqual([
    'IMG_1.jpgThe name does not begin with a SKU of the catalogue.',
    'IMG_2.jpgThe name does not begin with a SKU of the catalogue.',
    'FSD_front.jpgFleece Teal, front',
    'FSD_back.jpgFleece Teal, back',
  ]);
  expect(api.requests('POST /api/operator/products/:id/pictures')).toHaveLength(0);

  await user.click(screen.getByRole('button', { name: 'Skip IMG_1.jpg' }));
  await user.click(screen.getByRole('button', { name: 'Choose product of IMG_2.jpg' }));
  await screen.findByRole('option', { name: 'Polo · POLO' });
  await user.selectOptions(screen.getByLabelText(/^Product/), 'Polo · POLO');
  await user.selectOptions(await screen.findByLabelText('Colour'), 'Red');
  await user.click(screen.getByRole('button', { name: 'Use this product' }));
  await user.click(screen.getByRole('button', { name: 'Add 3 pictures' }));
  await screen.findByText('2 added, 1 refused, 1 skipped');
  expect(screen.getByText('“FSD_back.jpg” cannot be read.')).toBeTruthy();
  expect(api.requests('POST /api/operator/products/:id/pictures').map(({ params, query }) => [params.id, query])).toEqual([
    ['8', { valueId: '31' }],
    ['7', { valueId: '11', shows: 'front' }],
    ['7', { valueId: '11', shows: 'back' }],
  ]);
  await waitFor(() => expect((screen.getByRole('button', { name: 'Add pictures' }) as HTMLButtonElement).disabled).toBe(true));
});
