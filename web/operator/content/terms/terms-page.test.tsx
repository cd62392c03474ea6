import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { endOperatorSession, startOperatorSession } from '../../session/operator-session.ts';
import { BrandTermsPage } from './brand-terms-page.tsx';
import { BrandTermsListPage } from './terms-page.tsx';

const api = useStubbedApi();
beforeEach(() => {
  startOperatorSession('token');
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['catalogue'] } });
});
afterEach(() => endOperatorSession());

const STANDARD = { kind: 'standard' as const, text: null, url: null };
const SUNDIAL = {
  ...{ brandId: 1, companyName: 'Sundial Uniforms', version: 2, publishedOnUtc: '2026-03-12T09:00:00Z' },
  ...{ people: 1240, organisations: 2, agreed: 812 },
};
const PAGE = { kind: 'address' as const, text: null, url: 'https://sundial.example/terms' };
const KEPT = {
  ...SUNDIAL,
  ...{ terms: PAGE, privacy: STANDARD },
  versions: [
    { version: 2, publishedOnUtc: '2026-03-12T09:00:00Z', publishedBy: 'Olive', agreed: 812, terms: PAGE, privacy: STANDARD },
    { version: 1, publishedOnUtc: null, publishedBy: null, agreed: 1300, terms: STANDARD, privacy: STANDARD },
  ],
};
const PUBLISH = 'POST /api/operator/terms/:id/versions';
const open = () =>
  renderPage(<BrandTermsPage />, { path: '/operator/content/terms/1', route: '/operator/content/terms/:id', isOperator: true });

it('lists the brands with their version and how many have agreed', async () => {
  api.on('GET /api/operator/terms', {
    terms: [SUNDIAL, { ...SUNDIAL, brandId: 2, companyName: 'Alder & Vane', people: 0, agreed: 0 }],
  });
  renderPage(<BrandTermsListPage />, { path: '/operator/content/terms', route: '/operator/content/terms', isOperator: true });

  expect(await screen.findByText('812 of 1,240 people have agreed.')).toBeTruthy();
  expect(screen.getByText('No client requires agreement.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Texts and versions of Alder & Vane' }).getAttribute('href')).toBe(
    '/operator/content/terms/2',
  );
});

it('publishes a version after saying whom it asks', async () => {
  const user = userEvent.setup();
  api.on('GET /api/operator/terms/:id', { terms: KEPT });
  api.on('GET /api/operator/terms', { terms: [{ ...SUNDIAL, people: 1241 }] });
  api.on(PUBLISH, { terms: { ...KEPT, version: 3 }, leftOut: [] });
  open();

  const address = await screen.findByLabelText('Address');
  await user.clear(address);
  await user.click(screen.getByRole('button', { name: /Publish version 3/ }));
  expect(await screen.findByText('Enter an address that begins with https://')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.type(address, 'https://sundial.example/terms-3');
  await user.click(screen.getByRole('button', { name: /Publish version 3/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Publish version 3?' });
  await within(dialog).findByText(/It asks 1,241 people at 2 clients to agree again/);
  expect(api.requests(PUBLISH)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Publish' }));

  await waitFor(() => expect(api.requests(PUBLISH)).toHaveLength(1));
  expect(api.requests(PUBLISH)[0]?.body).toEqual({
    version: 2,
    terms: { kind: 'address', url: 'https://sundial.example/terms-3' },
    privacy: { kind: 'standard' },
  });
  expect(api.requests(PUBLISH)[0]?.headers.get('idempotency-key')).toBeTruthy();
});

it('says so when someone else has published meanwhile, and keeps what was typed', async () => {
  const user = userEvent.setup();
  api.on('GET /api/operator/terms/:id', { terms: KEPT });
  api.on('GET /api/operator/terms', { terms: [SUNDIAL] });
  api.on(PUBLISH, refuse(409, { version: 'Someone else has published a new version.' }));
  open();

  await user.type(await screen.findByLabelText('Address'), '-new');
  await user.click(screen.getByRole('button', { name: /Publish version 3/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: 'Publish' }));

  expect((await screen.findAllByText('Someone else has published a new version.')).length).toBeGreaterThan(0);
  expect((screen.getByLabelText('Address') as HTMLInputElement).value).toBe('https://sundial.example/terms-new');
});

it('shows what an earlier version was, and publishes nothing for those who only read', async () => {
  const user = userEvent.setup();
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['accounts'] } });
  api.on('GET /api/operator/terms/:id', { terms: KEPT });
  open();

  await user.click(await screen.findByRole('button', { name: 'Read version 2' }));
  const dialog = await screen.findByRole('dialog', { name: /Version 2 of 12 Mar/ });
  expect(within(dialog).getByRole('link', { name: 'https://sundial.example/terms' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Publish/ })).toBeNull();
});
