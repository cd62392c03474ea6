import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#web/app/paths.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OwnStatementPage } from './statement-page.tsx';

const api = useStubbedApi();

describe('one’s own statement', () => {
  beforeEach(() => {
    api.on('GET /api/entitlement/statement', { statement: { customer: { id: 1, firstName: 'Ruth', lastName: 'Okafor' } } });
    api.on('GET /api/issuedgarments', {});
    api.on('GET /api/organisations/settings', {});
  });

  it.each([
    [['AllowUniformBuilder'], { 'Choose garments': paths.uniformBuilder(), 'View your orders': paths.orders() }],
    [['AllowProducts'], { 'Browse products': paths.products(), 'View your orders': paths.orders() }],
    [[], { 'View your orders': paths.orders() }],
  ] as const)('leads on, with the permissions %j', async (permissions, links) => {
    renderPage(<OwnStatementPage />, { caller: { permissions: [...permissions] } });
    await screen.findByText('Nothing here yet');
    for (const [name, to] of Object.entries(links)) expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to);
  });
});
