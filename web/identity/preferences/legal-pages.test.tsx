import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { PrivacyPage, TermsPage } from './legal-pages.tsx';

const api = useStubbedApi();
const STANDARD = { kind: 'standard' as const, text: null, url: null };

it('shows the text that the brand has published, with its version', async () => {
  api.on('GET /api/theme/getthemebyhost', {});
  api.on('GET /api/terms', {
    version: 3,
    publishedOnUtc: '2026-03-12T09:00:00Z',
    terms: { kind: 'text', text: '<h2>Orders</h2><p>Pay first.</p>', url: null },
    privacy: STANDARD,
  });
  renderPage(<TermsPage />);

  expect(await screen.findByText('Pay first.')).toBeTruthy();
  expect(screen.getByText(/Version 3, 12 Mar/)).toBeTruthy();
  expect(screen.queryByText(/An order is binding/)).toBeNull();
});

it('shows the standard text where the brand has none of its own, and where its page is elsewhere', async () => {
  api.on('GET /api/theme/getthemebyhost', {});
  api.on('GET /api/terms', {
    version: 1,
    publishedOnUtc: null,
    terms: { kind: 'address', text: null, url: 'https://sundial.example/terms' },
    privacy: STANDARD,
  });
  renderPage(
    <>
      <TermsPage />
      <PrivacyPage />
    </>,
  );

  expect((await screen.findByRole('link', { name: 'https://sundial.example/terms' })).getAttribute('href')).toBe(
    'https://sundial.example/terms',
  );
  expect(screen.getByText(/download everything we hold about you/)).toBeTruthy();
});
