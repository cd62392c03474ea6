import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ClientDesignsPage } from './client-designs-page.tsx';
import type { ClientDesign, ClientDesigns } from './designs.ts';
import { PersonalisationPage } from './personalisation-page.tsx';
import { PositionsPage } from './positions-page.tsx';
import { ProductPositionsCard } from './product-positions-card.tsx';
import type { Decoration } from './use-saved-decoration.ts';

const api = useStubbedApi();
const CHANGE_METHOD = 'PUT /api/operator/decoration/methods/:id';
const ADD_DESIGN = 'POST /api/operator/organisations/:id/designs';
const ARCHIVE = 'POST /api/operator/organisations/:id/designs/:designId/archive';

const DECORATION: Decoration = {
  methods: [
    {
      ...{ id: 10, name: 'Embroidery', workingDays: 3, smallestLetterMm: 5, longestText: 30, lines: 2, takesLogo: true },
      ...{ takesText: true, isActive: true, prices: [{ currencyCode: 'GBP', price: 3.5, setupPrice: 12 }], version: 4 },
    },
  ],
  colours: [
    { id: 1, name: 'White', number: 'Isacord 0015', rgb: '#ffffff', isActive: true, version: 1 },
    { id: 2, name: 'Navy', number: 'Isacord 3554', rgb: '#02283a', isActive: false, version: 1 },
  ],
  garments: [
    {
      ...{
        garmentType: 'polo',
        name: 'Polo shirt',
        widthCm: 111.7,
        heightCm: 121,
        frontSrc: '/f.svg',
        backSrc: '/b.svg',
        products: 3,
      },
      positions: [
        {
          ...{ id: 5, place: 'left-chest', name: 'Left chest', side: 'front', xCm: 60, yCm: 35, widthCm: 9, heightCm: 7 },
          ...{ letterMm: 10, measuredFrom: 'Centre 19 cm below the shoulder seam.', products: 3, version: 2 },
        },
      ],
    },
  ],
  currencies: ['EUR', 'GBP'],
  refusal: null,
};
const FINGERPRINT = 'abcdef01';

beforeEach(() => {
  api.on('GET /api/operator/decoration', { decoration: DECORATION });
  api.on('GET /api/operator/organisations/choices', { organisations: [], totalCount: 0 });
});

it('shows what a new price touches, and saves it as it was seen', async () => {
  const { user } = renderPage(<PersonalisationPage />, { isOperator: true });
  await user.click(await screen.findByRole('button', { name: 'Edit Embroidery' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Embroidery' }));
  const price = dialog.getByLabelText('Price per piece in GBP');
  await user.clear(price);
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await dialog.findByText('Enter both amounts of a currency, such as 3.50 and 0, or leave both blank');
  await user.type(price, '4');
  const outcome = ['Per piece in GBP: £3.50 → £4.00.', 'No open cart in GBP changes.'];
  api.on(CHANGE_METHOD, { decoration: DECORATION, outcome, outcomeFingerprint: FINGERPRINT });
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await dialog.findByText('No open cart in GBP changes.');
  await user.click(dialog.getByRole('button', { name: 'Back' }));
  expect(dialog.getByLabelText('Price per piece in GBP')).toHaveProperty('value', '4');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await user.click(await dialog.findByRole('button', { name: 'Save method' }));
  await screen.findByText('The method has been saved.');
  const sent = api.requests(CHANGE_METHOD).map(({ body }) => body);
  const prices = [{ currencyCode: 'GBP', price: 4, setupPrice: 12 }];
  expect(sent).toHaveLength(3);
  expect(sent[0]).toMatchObject({ prices, preview: true, version: 4 });
  expect(sent[2]).toMatchObject({ prices, outcomeFingerprint: FINGERPRINT });
  expect(sent[2]).not.toHaveProperty('preview');
});

it('moves colours with the keyboard, and adds one', async () => {
  const { user } = renderPage(<PersonalisationPage />, { isOperator: true });
  const colours = within(await screen.findByRole('list', { name: 'Colours' }));
  expect(colours.getAllByRole('listitem')[1]?.textContent).toContain('Navy Not offered');
  api.on('PUT /api/operator/decoration/colourorder', { decoration: DECORATION });
  const handle = colours.getByRole('button', { name: 'Move White. Use the arrow keys.' });
  handle.focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(api.requests('PUT /api/operator/decoration/colourorder').at(-1)?.body).toEqual({ ids: [2, 1] }));
  await user.click(screen.getByRole('button', { name: 'Add colour' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add colour' }));
  await user.type(dialog.getByLabelText('Name'), 'Teal');
  api.on('POST /api/operator/decoration/colours', refuse(409, { name: 'There is already a colour with this name.' }));
  await user.type(dialog.getByLabelText('Manufacturer’s number'), '4032');
  await user.click(dialog.getByRole('button', { name: 'Add colour' }));
  await dialog.findByText('There is already a colour with this name.');
});

it('says why nothing can be changed', async () => {
  api.on('GET /api/operator/decoration', {
    decoration: { ...DECORATION, refusal: 'An operator of all brands can change them.' },
  });
  renderPage(<PersonalisationPage />, { isOperator: true });
  await screen.findByText('An operator of all brands can change them.');
  expect(screen.queryByRole('button', { name: 'Edit Embroidery' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add colour' })).toBeNull();
});

it('keeps an area on the drawing, and shows it there as it is typed', async () => {
  const { user } = renderPage(<PositionsPage />, { isOperator: true });
  await user.click(await screen.findByRole('button', { name: 'Edit Left chest' }));
  const left = screen.getByLabelText('From the left (cm)');
  await user.clear(left);
  await user.type(left, '110');
  await user.click(screen.getByRole('button', { name: 'Save position' }));
  await screen.findByText('The area must end on the drawing, which is 111.7 cm wide');
  await user.clear(left);
  await user.type(left, '61.5');
  api.on('PUT /api/operator/decoration/positions/:id', { decoration: DECORATION });
  await user.click(screen.getByRole('button', { name: 'Save position' }));
  await screen.findByText('The position has been saved.');
  expect(api.requests('PUT /api/operator/decoration/positions/:id').at(-1)?.body).toMatchObject({
    xCm: 61.5,
    widthCm: 9,
    version: 2,
  });
});

const DESIGN: ClientDesign = {
  ...{ id: 7, name: 'Crest', isMandatory: true, place: 'left-chest', position: 'Left chest', methodId: 10, method: 'Embroidery' },
  ...{ logoId: 3, logo: 'Meridian crest', text: null, nameForm: null, fontName: null, threadColourId: null, threadColour: null },
  ...{ threadRgb: null, letterMm: null, productId: null, collectionId: null, scope: 'Everything', price: null, piecePrice: 3.5 },
  ...{ setupPrice: 0, products: 12, isArchived: false, version: 1 },
};
const DESIGNS: ClientDesigns = {
  ...{
    organisationName: 'Meridian',
    currencyCode: 'GBP',
    designs: [DESIGN],
    places: [{ place: 'left-chest', name: 'Left chest' }],
  },
  methods: [
    {
      ...{ id: 10, name: 'Embroidery', price: 3.5, setupPrice: 12, smallestLetterMm: 5, longestText: 30, lines: 2 },
      ...{ takesLogo: true, takesText: true },
    },
  ],
  ...{ colours: [{ id: 2, name: 'Navy', rgb: '#02283a' }], logos: [{ id: 3, name: 'Meridian crest' }] },
  ...{ products: [{ id: 9, name: 'Polo' }], collections: [{ id: 4, name: 'Front of house' }] },
};

function openDesigns() {
  api.on('GET /api/operator/organisations/:id/designs', { clientDesigns: DESIGNS });
  const path = '/operator/personalisation/1';
  return renderPage(<ClientDesignsPage />, { path, route: '/operator/personalisation/:id', isOperator: true });
}

it('publishes a design for names after it has said what it touches', async () => {
  const { user } = openDesigns();
  const listed = within(await screen.findByRole('list', { name: 'Mandatory designs' }));
  listed.getByText('Logo Meridian crest · Left chest · Embroidery');
  listed.getByText('For everything · 12 products · £3.50 a piece · no set-up charge');
  await user.click(screen.getByRole('button', { name: 'Add design for names' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add design for names' }));
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await dialog.findByText('Enter a name, such as Company logo');
  await user.type(dialog.getByLabelText('Name'), 'First name');
  await user.selectOptions(dialog.getByLabelText('Name as'), 'Niamh');
  await user.selectOptions(dialog.getByLabelText('For'), 'One wardrobe');
  await user.selectOptions(dialog.getByLabelText('Wardrobe'), 'Front of house');
  const outcome = ['People can choose it for 12 products.'];
  api.on(ADD_DESIGN, { clientDesigns: DESIGNS, outcome, outcomeFingerprint: FINGERPRINT });
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await user.click(await dialog.findByRole('button', { name: 'Publish design' }));
  await screen.findByText('The design has been published.');
  const body = {
    ...{
      name: 'First name',
      price: null,
      setupPrice: 0,
      place: 'left-chest',
      methodId: 10,
      nameForm: 'first',
      isMandatory: false,
      fontName: 'Sans',
    },
    ...{ threadColourId: 2, letterMm: 8, productId: null, collectionId: 4 },
  };
  expect(api.requests(ADD_DESIGN).map((request) => request.body)).toEqual([
    { ...body, preview: true },
    { ...body, outcomeFingerprint: FINGERPRINT },
  ]);
});

it('archives a design after it has said what that touches', async () => {
  const { user } = openDesigns();
  const outcome = ['12 products no longer have it.'];
  api.on(ARCHIVE, { clientDesigns: DESIGNS, outcome, outcomeFingerprint: FINGERPRINT });
  await user.click(await screen.findByRole('button', { name: 'Archive Crest' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive design' }));
  await dialog.findByText('12 products no longer have it.');
  await user.click(dialog.getByRole('button', { name: 'Archive design' }));
  await screen.findByText('“Crest” has been archived.');
  expect(api.requests(ARCHIVE).at(-1)?.body).toEqual({ outcomeFingerprint: FINGERPRINT, version: 1 });
});

it('says what a product allows, and saves it by itself', async () => {
  const productPositions = {
    ...{ garment: 'Polo shirt', isPossible: true, isRequired: false, cartLines: 2, version: 3 },
    methods: [
      { id: 10, name: 'Embroidery', isActive: true },
      { id: 20, name: 'Print', isActive: true },
      { id: 30, name: 'Transfer', isActive: false },
    ],
    positions: [{ id: 5, name: 'Left chest', side: 'front' as const, methodIds: [10] }],
  };
  api.on('GET /api/operator/products/:id/positions', { productPositions });
  api.on('PUT /api/operator/products/:id/positions', { productPositions: { ...productPositions, version: 4 } });
  const { user } = renderPage(<ProductPositionsCard id={9} isReadOnly={false} />, { isOperator: true });
  const chest = within(await screen.findByRole('group', { name: 'Left chest' }));
  expect(chest.queryByLabelText('Transfer')).toBeNull();
  await user.click(chest.getByLabelText('Print'));
  await user.click(screen.getByLabelText(/^Required/));
  screen.getByText(/2 lines of open carts have a design for it/);
  await user.click(screen.getByRole('button', { name: 'Save personalisation' }));
  await waitFor(() =>
    expect(api.requests('PUT /api/operator/products/:id/positions').at(-1)?.body).toEqual({
      ...{ isRequired: true, positions: [{ positionId: 5, methodIds: [10, 20] }], version: 3 },
    }),
  );
});
