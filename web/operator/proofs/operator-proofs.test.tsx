import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OperatorProofPage } from './operator-proof-page.tsx';

const api = useStubbedApi();

const AREA = { side: 'front', xCm: 10, yCm: 12, widthCm: 9, heightCm: 7 } as const;
const REQUEST = {
  ...{
    id: 12,
    organisationName: 'Corvane Construction',
    state: 'preparing',
    name: 'Left chest: text “Site manager”, embroidered',
  },
  ...{
    productName: 'Softshell jacket',
    measuredFrom: '9 cm below the shoulder seam.',
    threadNumber: '1034',
    orderIds: [11801],
    waitingPieces: 3,
  },
  customisation: {
    ...{ method: 'Embroidery', position: 'Left chest', area: AREA, text: 'Site manager', fontName: 'Sans', letterMm: 10 },
    ...{ threadColour: 'Navy', logoSrc: null, nameForm: null, comments: null },
  },
  ...{ versions: [], productionFiles: [] },
} as const;

beforeEach(() => {
  api.on('GET /api/operator/me', {});
});

function show(request: object = {}) {
  api.on('GET /api/operator/proofs/:id', { request: { ...REQUEST, ...request } } as never);
  return renderPage(<OperatorProofPage />, { path: '/operator/proofs/12', route: '/operator/proofs/:id', isOperator: true });
}

it('shows the design in words and measures, and sends a proof whose size and colours begin with those of the design', async () => {
  const { user } = show();
  api.on('POST /api/operator/proofs/:id/picture', { file: { id: 77 } });
  api.on('POST /api/operator/proofs/:id/versions', { request: REQUEST } as never);
  await screen.findByText('9 cm below the shoulder seam.');
  screen.getByText('Left chest, front: up to 9 × 7 cm');
  await user.click(await screen.findByRole('button', { name: 'Send to the client' }));
  await screen.findByText('Choose a picture first.');
  await user.upload(screen.getByLabelText('Picture of the proof'), new File(['x'], 'proof.png', { type: 'image/png' }));
  await screen.findByRole('img', { name: 'The proof as you have chosen it' });
  const width = screen.getByLabelText('Width in mm');
  expect((width as HTMLInputElement).value).toBe('90');
  await user.clear(width);
  await user.type(width, '80,5');
  await user.click(screen.getByRole('button', { name: 'Send to the client' }));
  await waitFor(() =>
    expect(api.requests('POST /api/operator/proofs/:id/versions')[0]?.body).toEqual({
      ...{ fileId: 77, widthMm: 80.5, heightMm: 70, colours: ['Navy 1034'] },
    }),
  );
});

it('says what the client wants changed, and that a new version replaces one that waits', async () => {
  const version = {
    id: 31,
    version: 1,
    status: 'changeAsked',
    comment: 'Larger, please.',
    decidedBy: 'Ada Byron',
    widthMm: 60,
    heightMm: 26,
    colours: [],
  };
  const { user } = show({ state: 'changeAsked', versions: [version] });
  await screen.findByText('Larger, please.');
  expect(((await screen.findByLabelText('Width in mm')) as HTMLInputElement).value).toBe('60');

  // Another picture alone is a new version.
  api.on('POST /api/operator/proofs/:id/picture', { file: { id: 78 } });
  api.on('POST /api/operator/proofs/:id/versions', { request: REQUEST } as never);
  await user.upload(screen.getByLabelText('Picture of the proof'), new File(['x'], 'proof.png', { type: 'image/png' }));
  const chosen = await screen.findByRole('img', { name: 'The proof as you have chosen it' });
  expect(chosen.getAttribute('src')).toMatch(/^data:image\/png;/);
  await user.click(screen.getByRole('button', { name: 'Send to the client' }));
  await waitFor(() =>
    expect(api.requests('POST /api/operator/proofs/:id/versions')[0]?.body).toEqual({
      ...{ fileId: 78, widthMm: 60, heightMm: 26, colours: [] },
    }),
  );
});

it('says that a new version replaces one that waits', async () => {
  show({
    state: 'waiting',
    versions: [{ id: 31, version: 1, status: 'waiting', widthMm: 60, heightMm: 26, colours: [], comment: null }],
  });
  await screen.findByText('The client has not decided yet. A new version replaces this one.');
});

it('offers no other version of an approved design', async () => {
  show({
    state: 'approved',
    versions: [{ id: 31, version: 1, status: 'approved', widthMm: 60, heightMm: 26, colours: [], comment: null }],
  });
  await screen.findByRole('heading', { name: 'Version 1' });
  expect(screen.queryByRole('button', { name: 'Send to the client' })).toBeNull();
});
