import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { PackPage } from './pack-page.tsx';

const api = useStubbedApi();
const LINE = {
  ...{ productName: 'Polo', colour: 'Navy', wearerId: 1, wearerName: 'Niamh Dlamini', imageSrc: null, dueOn: null },
  ...{ quantity: 2, shippedQuantity: 0, cancelledQuantity: 0, pendingQuantity: 2, packedQuantity: 0, readyQuantity: 2 },
  ...{ designs: [], toDecorateQuantity: 0, cancellableQuantity: 2 },
};

beforeEach(() => localStorage.clear());

async function show() {
  api.on('GET /api/operator/me', {});
  api.on('GET /api/operator/shipments', { shipments: [], totalCount: 0 });
  api.on('GET /api/operator/packing', {
    orders: [
      {
        ...{ id: 30, parcelMode: 'wearer', destination: 'key', destinationName: 'Torbay Heights', otherOrderIds: [] },
        ...{ organisationName: 'Meridian Resorts', personName: 'Niamh Dlamini', releasedOnUtc: '2026-11-30T08:00:00Z' },
        ...{ orderStatus: 'Pending', deliveryKind: 'sent', deliveryMethod: null, readyToCollectOnUtc: null },
        ...{ cutOff: null, sendOn: '2026-11-30', isDueToday: true, pickingStartedOnUtc: '2026-11-30T09:00:00Z' },
        lines: [{ ...LINE, id: 1, productId: 7, sku: 'P-S', gtin: '5060001010038', size: 'S', shelf: 'B-14-4' }],
      },
    ],
  });
  const shown = renderPage(<PackPage />, { path: '/operator/pack?orders=30', route: '/operator/pack', isOperator: true });
  const field = await screen.findByLabelText('Scan a garment');
  await waitFor(() => expect(document.activeElement).toBe(field));
  return shown;
}

it.each(['0105060001010038', ']C10105060001010038', ']E05060001010038', '05060001010038', ']d20105060001010038<GS>21A7'])(
  'packs %s',
  async (code) => {
    const { user } = await show();
    await user.click(screen.getByLabelText('Scan a garment'));
    await user.paste(code);
    await user.keyboard('{Enter}');
    await screen.findByText(/^Added: Polo, S\. 1 of 2/);
  },
);

it('packs what scanners type in several forms, one after the other, with Tab', async () => {
  const { user } = await show();
  await user.keyboard('5060001010038{Tab}');
  await screen.findByText(/^Added: Polo, S\. 1 of 2/);
  await user.keyboard('0105060001010038{Tab}');
  await screen.findByText(/^Added: Polo, S\. 2 of 2/);
});

it('asks the catalogue about a code that no bag needs', async () => {
  const { user } = await show();
  const garment = { id: 2, productId: 7, productName: 'Polo', sku: 'P-M', colour: 'Navy', size: 'M', orders: [] };
  api.on('GET /api/operator/packing/garments', ({ query: { code } }) => ({ garments: code === 'P-M' ? [garment] : [] }));
  await user.keyboard('P-M{Enter}');
  await screen.findByText('This is M. Bag 1 needs S, shelf B-14-4.');
  await user.keyboard('X-1{Enter}');
  await screen.findByText('Not added: no garment to pack for this destination has the code X-1.');

  api.on('GET /api/operator/packing/garments', refuse(500, { server: 'Broken.' }));
  await user.keyboard('X-2{Enter}');
  await screen.findByText(/has the code X-2\. The catalogue could not be asked\.$/);
});
