import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { DocumentsPage } from './documents-page.tsx';

const api = useStubbedApi();

beforeEach(() => {
  api.on('GET /api/listsettings/:list', {});
  api.on('GET /api/listviews/:list', {});
});

const gloves = {
  id: 7,
  name: 'Declaration of conformity: gloves',
  documentType: 'Declaration of conformity',
  contentType: 'application/pdf' as const,
  sizeBytes: 120_400,
  version: 2,
  validUntil: '2026-03-12',
  isExpired: true,
  isNew: true,
};

it('marks what is new and what has expired, and lists earlier versions', async () => {
  api.on('GET /api/documents', { documents: [gloves], totalCount: 1 });
  api.on('GET /api/documents/:id/versions', {
    versions: [
      { ...gloves, id: 9, isCurrent: true },
      { ...gloves, id: 8, version: 1, validUntil: null, isExpired: false, isCurrent: false },
    ],
  });
  const { user } = renderPage(<DocumentsPage />, { caller: { roles: ['OrganisationStaff'] } });

  const row = await screen.findByRole('row', { name: /gloves/ });
  expect(within(row).getByText('New')).toBeDefined();
  expect(within(row).getByText('Expired 12 Mar 2026')).toBeDefined();
  expect(within(row).getByText('PDF, 120 KB')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Manage your documents' })).toBeNull();
  await user.click(within(row).getByRole('button', { name: 'Versions of Declaration of conformity: gloves' }));
  const versions = await screen.findByRole('list', { name: 'Versions' });
  expect(within(versions).getAllByRole('listitem')).toHaveLength(2);
  expect(within(versions).getByText('Current')).toBeDefined();
});

it('leads administrators to the documents that they keep', async () => {
  api.on('GET /api/documents', { documents: [], totalCount: 0 });
  renderPage(<DocumentsPage />, { caller: { roles: ['OrganisationAdmin'], impersonatedCustomer: null } });
  expect(await screen.findByText('No documents yet')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Manage your documents' })).toBeDefined();
});
