import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ConnectionPage } from './connection-page.tsx';
import { ConnectionsPage } from './connections-page.tsx';

const api = useStubbedApi();
const CALL = 'GET /api/operator/punchout/connections/:id';
const CONNECTION = {
  id: 7,
  organisationId: 3,
  organisationName: 'Corvane Rail',
  name: 'Corvane purchasing',
  protocol: 'cxml' as const,
  key: 'corvane-demo',
  url: 'https://brackwell.example/punchout/cxml/corvane-demo',
  isActive: true,
  isTest: false,
  buyerIdentities: [{ domain: 'DUNS', identity: '555000111' }],
  senderIdentities: [],
  supplierIdentity: null,
  returnTarget: null,
  dtdVersion: '1.2.014',
  formEncoding: 'urlencoded' as const,
  limits: 'general' as const,
  units: { piece: 'EA', pair: 'PR', set: null, pack: null },
  classifications: [],
  charge: null,
  returnOrigins: ['https://buyer.example'],
  learntReturnOrigin: null,
  userPolicy: 'email' as const,
  sharedCustomer: null,
  idleMinutes: 240,
  priceDays: 30,
  shipTos: [],
  secrets: [{ id: 1, createdOnUtc: '2026-11-30T10:00:00Z', expiresOnUtc: null }],
  isUsed: true,
  version: 4,
};

beforeEach(() => {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['administrator'] } });
  api.on('GET /api/operator/punchout/organisations/:id/choices', {
    currencyCode: 'GBP',
    categories: [{ id: 5, name: 'Clothing › Shirts' }],
  });
  api.on('GET /api/operator/punchout/connections/:id/attempts', {
    attempts: [
      {
        id: 9,
        createdOnUtc: '2026-12-01T09:00:00Z',
        kind: 'PunchOutSetupRequest',
        statusCode: 401,
        outcome: 'The shared secret was wrong.',
      },
    ],
  });
  api.on('GET /api/operator/punchout/connections/:id/unreturnable', {
    items: [{ productId: 4, name: 'Ashdown shirt', skus: ['ASH'], skuCount: 1, reason: 'It has no UNSPSC code.' }],
    totalCount: 1,
    checkedCount: 62,
  });
});

function show(connection: object = {}) {
  api.on(CALL, { connection: { ...CONNECTION, ...connection } });
  const path = '/operator/punchout/connections/7';
  return renderPage(<ConnectionPage />, { path, route: '/operator/punchout/connections/:id', isOperator: true });
}

const sectionOf = async (title: string) =>
  (await screen.findByRole('heading', { name: title, level: 2 })).closest('section') as HTMLElement;

it('saves one section by itself, with the version that is shown', async () => {
  const { user } = show();
  api.on('PUT /api/operator/punchout/connections/:id', { connection: { ...CONNECTION, version: 5 } });
  const buyer = within(await sectionOf('Buyer'));
  const identities = buyer.getByLabelText(/^Identities of the buyer/);
  await user.clear(identities);
  await user.type(identities, 'DUNS');
  await user.click(buyer.getByRole('button', { name: 'Save' }));
  expect(await buyer.findByText(/Enter a domain and an identity in each line/)).toBeTruthy();
  await user.type(identities, ' 1{enter}NetworkID AN02');
  await user.click(buyer.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(api.requests('PUT /api/operator/punchout/connections/:id')).toHaveLength(1));
  expect(api.requests('PUT /api/operator/punchout/connections/:id')[0]).toMatchObject({
    body: {
      connection: {
        buyerIdentities: [
          { domain: 'DUNS', identity: '1' },
          { domain: 'NetworkID', identity: 'AN02' },
        ],
        version: 4,
      },
    },
  });
});

it('sends UNSPSC codes of categories, 8 digits each', async () => {
  const { user } = show();
  api.on('PUT /api/operator/punchout/connections/:id', { connection: CONNECTION });
  const codes = within(await sectionOf('Units and product codes'));
  await user.click(codes.getByRole('button', { name: 'Add category' }));
  await user.type(codes.getByLabelText('UNSPSC code of Clothing › Shirts'), '531027');
  await user.click(codes.getByRole('button', { name: 'Save' }));
  expect(await codes.findByText(/UNSPSC code with 8 digits/)).toBeTruthy();
  await user.type(codes.getByLabelText('UNSPSC code of Clothing › Shirts'), '00');
  await user.click(codes.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(api.requests('PUT /api/operator/punchout/connections/:id')).toHaveLength(1));
  expect(api.requests('PUT /api/operator/punchout/connections/:id')[0]).toMatchObject({
    body: { connection: { classifications: [{ categoryId: 5, code: '53102700' }] } },
  });
});

it('asks for password and code for a new secret, and shows it once', async () => {
  const { user } = show();
  api.on('POST /api/operator/punchout/connections/:id/secret', { connection: CONNECTION, secret: 'a-new-secret-of-the-portal' });
  await user.click(await screen.findByRole('button', { name: 'Replace secret' }));
  await user.type(await screen.findByLabelText('Your password'), 'velvet-otter');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Replace secret' }));

  expect(await screen.findByText('a-new-secret-of-the-portal')).toBeTruthy();
  expect(api.requests('POST /api/operator/punchout/connections/:id/secret')[0]).toMatchObject({
    body: { secret: { previousHours: 168, callerPassword: 'velvet-otter', callerOtp: '123456' } },
  });
});

it('shows what happened last, what can’t be returned, and the steps of a self-test', async () => {
  const { user } = show();
  api.on('POST /api/operator/punchout/connections/:id/test', {
    hasPassed: false,
    steps: [{ name: 'A visit begins', state: 'failed', outcome: 'The portal answered 400: no. Check who shops.' }],
  });
  expect(await screen.findByText('The shared secret was wrong.')).toBeTruthy();
  expect(await screen.findByText('It has no UNSPSC code.')).toBeTruthy();
  await user.type(screen.getByLabelText('Email address of someone with access'), 'buyer@corvane.example');
  await user.click(screen.getByRole('button', { name: 'Run self-test' }));

  expect(await screen.findByText('The portal answered 400: no. Check who shops.')).toBeTruthy();
  expect(api.requests('POST /api/operator/punchout/connections/:id/test')[0]).toMatchObject({
    body: { email: 'buyer@corvane.example' },
  });
});

it('approves a return address that was learnt', async () => {
  const { user } = show({ learntReturnOrigin: 'https://new.example', returnOrigins: [] });
  api.on('POST /api/operator/punchout/connections/:id/returnorigin', { connection: CONNECTION });
  await user.click(await screen.findByRole('button', { name: 'Approve' }));

  await waitFor(() => expect(screen.queryByText('https://new.example')).toBeNull());
  expect(api.requests('POST /api/operator/punchout/connections/:id/returnorigin')[0]).toMatchObject({
    body: { origin: 'https://new.example', isApproved: true },
  });
});

it('offers nothing to change to operators who only read', async () => {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['customerService'] } });
  show({ isUsed: false });
  await sectionOf('Buyer');

  expect(screen.queryByRole('button', { name: /Save|Set secret|Replace secret|Delete|Run self-test/ })).toBeNull();
});

it('adds a connection with the settings of its system', async () => {
  api.on('GET /api/operator/punchout/connections', { connections: [], totalCount: 0 });
  api.on('GET /api/operator/listviews/:list', {});
  api.on('GET /api/operator/listsettings/:list', {});
  api.on('GET /api/operator/organisations/choices', { organisations: [{ id: 3, name: 'Corvane Rail' }], totalCount: 1 });
  api.on('POST /api/operator/punchout/connections', { connection: CONNECTION });
  const path = '/operator/punchout/connections';
  const { user, address } = renderPage(<ConnectionsPage />, { path, route: path, isOperator: true });
  await user.click(await screen.findByRole('button', { name: 'Add connection' }));
  await user.selectOptions(await screen.findByLabelText('Organisation'), '3');
  await user.selectOptions(screen.getByLabelText(/^System of the buyer/), 'coupa');
  await user.type(screen.getByLabelText(/^Name/), 'Coupa');
  await user.type(screen.getByLabelText(/^Key/), 'corvane-coupa');
  await user.clear(screen.getByLabelText(/^Domain/));
  await user.type(screen.getByLabelText(/^Domain/), 'DUNS');
  await user.type(screen.getByLabelText(/^Identity of the buyer/), '555');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add connection' }));

  await waitFor(() => expect(address()).toBe('/operator/punchout/connections/7'));
  expect(api.requests('POST /api/operator/punchout/connections')[0]).toMatchObject({
    body: {
      connection: {
        organisationId: 3,
        profile: 'coupa',
        protocol: 'cxml',
        key: 'corvane-coupa',
        buyerIdentities: [{ domain: 'DUNS', identity: '555' }],
      },
    },
  });
});
