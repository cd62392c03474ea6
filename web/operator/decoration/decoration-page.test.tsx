import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { DecorationPage } from './decoration-page.tsx';

const api = useStubbedApi();
const DESIGN = {
  ...{ id: 5, methodId: 40, method: 'Name badge', position: 'Right chest', measuredFrom: '', logoName: null, logoSrc: null },
  ...{ text: 'Róisín F.', fontName: 'Sans', letterMm: 6, threadColour: 'White', threadNumber: '0015', threadRgb: '#ffffff' },
  ...{ comments: null, area: { side: 'front' as const, xCm: 1, yCm: 1, widthCm: 8, heightCm: 3 } },
};
const LINE = {
  ...{ id: 9, code: 'L9', orderId: 30, organisationName: 'Meridian Resorts', personName: 'Bea Buyer', wearerName: 'Róisín F.' },
  ...{ productName: 'Polo', attributeDescription: 'Navy, S', colour: 'Navy', size: 'S', quantity: 2, readyQuantity: 2 },
  ...{ decoratedQuantity: 0, startedOnUtc: null, designs: [DESIGN] },
};
const GROUP = {
  ...{ key: 'k', methodId: 40, method: 'Name badge', name: 'Right chest: name badge', productName: 'Polo', colour: 'Navy' },
  ...{ quantity: 2, decoratedQuantity: 0, lineIds: [9] },
};

const show = (work: object = {}) => {
  api.on('GET /api/operator/me', {});
  api.on('GET /api/operator/decoration/work', {
    ...{
      day: '2026-12-03',
      days: [{ day: '2026-12-03', isLate: false, orders: 1, quantity: 2 }],
      groups: [GROUP],
      lines: [LINE],
    },
    ...work,
  });
  return renderPage(<DecorationPage />, { path: '/operator/decoration', route: '/operator/decoration', isOperator: true });
};

it('counts a scanned piece, takes it back, and says why a scan is refused', async () => {
  const { user } = show();
  const field = await screen.findByLabelText('Scan a finished piece');
  await waitFor(() => expect(document.activeElement).toBe(field));
  const sent: object[] = [];
  api.on('POST /api/operator/decoration/finish', ({ body }: { body: object }) => {
    sent.push(body);
    return { success: true, msg: 'Decorated: Polo, Navy, S.', lines: [{ ...LINE, decoratedQuantity: 1 }] };
  });
  await user.keyboard('L9{Enter}');
  await screen.findByText('Decorated: Polo, Navy, S. 1 of 2 for order 30.');
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(sent).toEqual([{ code: 'L9' }, { orderItemId: 9, quantity: -1 }]));
  api.on('POST /api/operator/decoration/finish', refuse(404, { code: 'Neither a line nor a garment has the code X.' }));
  await user.keyboard('X{Enter}');
  await screen.findByText(/Neither a line nor a garment has the code X\./);
});

it('starts the lines of a design that are on hand', async () => {
  const { user } = show();
  const sent: object[] = [];
  api.on('POST /api/operator/decoration/start', ({ body }: { body: object }) => {
    sent.push(body);
    return { success: true, msg: 'Decoration has started.', lines: [] };
  });
  await user.click(await screen.findByRole('button', { name: /^Start 1 line/ }));
  await screen.findByText('Decoration has started.');
  expect(sent).toEqual([{ orderItemIds: [9] }]);
  expect(screen.getByText('Róisín F.', { selector: 'bdi' })).toBeTruthy();
});

it('sets back a line that was started by mistake, with a reason', async () => {
  const { user } = show({ lines: [{ ...LINE, startedOnUtc: '2026-12-01T09:00:00Z' }] });
  await user.click(await screen.findByRole('button', { name: 'Set back: Polo, S, line L9' }));
  await user.click(await screen.findByRole('button', { name: 'Set back line' }));
  await screen.findByText('Enter a reason.');
  api.on('POST /api/operator/decoration/reset', refuse(409, { decoration: '1 piece of Polo is finished.' }));
  await user.type(screen.getByLabelText(/^Reason/), 'Wrong barcode');
  await user.click(screen.getByRole('button', { name: 'Set back line' }));
  await screen.findByText('1 piece of Polo is finished.');
  api.on('POST /api/operator/decoration/reset', { success: true, msg: 'Set back: Polo.', lines: [LINE] });
  await user.click(screen.getByRole('button', { name: 'Set back line' }));
  await screen.findByText('Set back: Polo.');
  expect(api.requests('POST /api/operator/decoration/reset').at(-1)?.body).toEqual({ orderItemId: 9, reason: 'Wrong barcode' });
});

it('says that a day has more lines than one page, and leads to the others', async () => {
  const { user } = show({ lineCount: 620, pageSize: 500, page: 0 });
  await screen.findByText('1–500 of 620 lines');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(api.requests('GET /api/operator/decoration/work').at(-1)?.query).toEqual({ day: '2026-12-03', page: '1' }),
  );
});

it('says what to expect when there is nothing to decorate', async () => {
  show({ day: null, days: [], groups: [], lines: [] });
  await screen.findByText('Nothing to decorate');
});

it('keeps the answer to the last scan when everything is decorated', async () => {
  const { user } = show();
  await screen.findByLabelText('Scan a finished piece');
  api.on('POST /api/operator/decoration/finish', () => {
    api.on('GET /api/operator/decoration/work', { day: null, days: [], groups: [], lines: [] });
    return { success: true, msg: 'Decorated: Polo, Navy, S.', lines: [{ ...LINE, decoratedQuantity: 2 }] };
  });
  await user.keyboard('L9{Enter}');
  await screen.findByText('Everything is decorated');
  screen.getByText('Decorated: Polo, Navy, S. 2 of 2 for order 30.');
});
