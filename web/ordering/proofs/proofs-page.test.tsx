import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OrderProofs } from './order-proofs.tsx';
import { ProofsPage } from './proofs-page.tsx';

const api = useStubbedApi();
const NAME = 'Left chest: logo Corvane, embroidered';

type Proof = PartsOf<ReplyOf<'GET /api/proofs'>['proofs'][number]>;

const aProof = (proof: Proof = {}): Proof => ({
  ...{
    id: 31,
    requestId: 12,
    version: 2,
    status: 'waiting',
    name: NAME,
    fileSrc: '/api/proofs/pictures/key',
    widthMm: 80.5,
    heightMm: 35,
  },
  ...{ colours: ['Navy 1034', 'White'], productName: 'Softshell jacket', orderIds: [11801, 11805], canDecide: true },
  ...{ comment: null, decidedBy: null, decidedOnUtc: null, createdOnUtc: '2026-11-27T10:00:00Z' },
  earlierVersions: [
    {
      id: 30,
      version: 1,
      status: 'changeAsked',
      comment: 'Larger, please.',
      decidedBy: 'Ada Byron',
      widthMm: 60,
      heightMm: 26,
      colours: [],
    },
  ],
  ...proof,
});

function show(proofs: Proof[], reply: object = {}, path = '/index/proofs') {
  api.on('GET /api/proofs', {
    proofs,
    coming: [],
    totalCount: proofs.length,
    waitingCount: proofs.filter(({ status }) => status === 'waiting').length,
    ...reply,
  } as never);
  return renderPage(<ProofsPage />, { path });
}

describe('the page of proofs', () => {
  it('shows what is to be approved, with size, colours, orders and earlier versions, and approves it', async () => {
    const { user } = show([aProof()]);
    api.on('POST /api/proofs/:id/decision', { proof: aProof({ status: 'approved', canDecide: false }) } as never);
    const card = within(await screen.findByRole('region', { name: NAME }));
    expect(card.getByRole('img', { name: `Proof of ${NAME}, 80.5 × 35 mm` }).getAttribute('src')).toBe(
      '/api/proofs/pictures/key',
    );
    card.getByText('Navy 1034, White');
    expect(card.getByRole('link', { name: '11805' }).getAttribute('href')).toBe('/index/orders/11805');
    card.getByText('Larger, please.');
    await user.click(card.getByRole('button', { name: 'Approve proof' }));
    await screen.findByText(`Proof approved: ${NAME}.`);
    expect(api.requests('POST /api/proofs/:id/decision')).toMatchObject([{ params: { id: '31' }, body: { approve: true } }]);
  });

  it('shows those to approve alone where a link says so, and leads to the others', async () => {
    show([aProof()], { coming: [{ requestId: 44, name: 'Coming' }] }, '/index/proofs?status=waiting');
    await screen.findByRole('region', { name: NAME });
    expect(api.requests('GET /api/proofs')[0]?.query).toMatchObject({ status: 'waiting' });
    expect(screen.queryByText('Coming')).toBeNull();
    expect(screen.getByRole('link', { name: 'View all proofs' }).getAttribute('href')).toBe('/index/proofs');
  });

  it('asks what should be changed before it requests a change', async () => {
    const { user } = show([aProof()]);
    api.on('POST /api/proofs/:id/decision', { proof: aProof({ status: 'changeAsked', canDecide: false }) } as never);
    await user.click(await screen.findByRole('button', { name: 'Request a change' }));
    await user.click(await screen.findByRole('button', { name: 'Send request' }));
    await screen.findByText('Please say what should be changed.');
    await user.type(screen.getByLabelText(/What should be changed/), 'Five mm wider.');
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    await screen.findByText('Change requested. We’ve emailed your supplier.');
    expect(api.requests('POST /api/proofs/:id/decision')[0]?.body).toEqual({ approve: false, comment: 'Five mm wider.' });
  });

  it('says why a proof cannot be decided on any more, and loads what has become of it', async () => {
    const { user } = show([aProof()]);
    api.on('POST /api/proofs/:id/decision', () => refuse(409, { proof: ['Ada Byron has already approved this proof.'] }));
    await user.click(await screen.findByRole('button', { name: 'Approve proof' }));
    await screen.findByText('Ada Byron has already approved this proof.');
    await waitFor(() => expect(api.requests('GET /api/proofs').length).toBeGreaterThan(1));
  });

  it('offers no decision to those who may not decide, and lists what the supplier prepares', async () => {
    show(
      [
        aProof({
          canDecide: false,
          status: 'approved',
          comment: null,
          decidedBy: 'Ada Byron',
          decidedOnUtc: '2026-11-28T10:00:00Z',
        }),
      ],
      {
        coming: [{ requestId: 14, name: 'Back: text “Site”, printed', productName: 'Vest', orderIds: [11809] }],
      },
    );
    await screen.findByText(/By Ada Byron on/);
    expect(screen.queryByRole('button', { name: 'Approve proof' })).toBeNull();
    within(screen.getByRole('region', { name: 'Back: text “Site”, printed' })).getByText(/preparing the proof/);
  });

  it('leads from a link to an older version to the newer one', async () => {
    show([aProof()], {}, '/index/proofs?proof=30');
    await screen.findByText(`There is a newer version of this proof: version 2 of ${NAME}.`);
  });

  it('says what will be here while there is none', async () => {
    show([]);
    await screen.findByText('No proofs yet');
  });
});

describe('the order page', () => {
  const order = { id: 11801, waitsForProof: true };

  it('says which proof an order waits for, with a link for those who may decide', async () => {
    api.on('GET /api/orders/:id/proofs', {
      proofs: [
        { requestId: 12, proofId: 31, name: NAME, state: 'waiting', canDecide: true },
        { requestId: 14, proofId: null, name: 'Back: text “Site”, printed', state: 'preparing', canDecide: false },
      ],
    });
    renderPage(<OrderProofs order={order} />);
    await screen.findByText('This order is waiting for 2 proofs.');
    expect(screen.getByRole('link', { name: 'View proof' }).getAttribute('href')).toBe('/index/proofs?proof=31');
  });

  it('asks nothing for an order that waits for none', async () => {
    renderPage(<OrderProofs order={{ ...order, waitsForProof: false }} />);
    await new Promise((resolve) => setTimeout(resolve));
    expect(api.requests('GET /api/orders/:id/proofs')).toEqual([]);
  });
});
