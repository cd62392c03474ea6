import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createReply, type PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { PeopleImport } from './import-labels.ts';
import { PreviewStep } from './preview-step.tsx';

const api = useStubbedApi();
const COUNTS = { create: 1, change: 3, move: 0, close: 0, unchanged: 0, refuse: 0 };
const NO_FINDINGS = { newNumber: 0, newEmail: 0, newSurname: 0, newName: 0, successor: 0 };

function showPreview(parts: PartsOf<PeopleImport> = {}) {
  const { peopleImport } = createReply('GET /api/peopleimports/:id', {
    peopleImport: {
      id: 4,
      kind: 'people',
      state: 'previewed',
      counts: COUNTS,
      findings: NO_FINDINGS,
      deactivation: { closing: 0, mustConfirm: false },
      ...parts,
    },
  });
  api.on('GET /api/peopleimports/:id/rows', { rows: [], totalCount: 0 });
  api.on('GET /api/peopleimports/:id/questions', {});
  api.on('GET /api/listviews/:list', {});
  api.on('GET /api/listsettings/:list', {});
  api.on('POST /api/peopleimports/:id/run', { peopleImport: { id: 4 } });
  return renderPage(<PreviewStep peopleImport={peopleImport} onColumns={vi.fn()} onValues={vi.fn()} />);
}
const sent = () => api.requests('POST /api/peopleimports/:id/run').map(({ body }) => body);

it('asks nothing where the file says nothing new of who people are', async () => {
  const { user } = showPreview();
  expect(screen.queryByRole('heading', { name: 'Please confirm' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Import 4 people' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Import 4 people' }));
  await waitFor(() => expect(sent()).toEqual([{}]));
});

it('confirms kinds with their numbers of rows, and says what is left out', async () => {
  const { user } = showPreview({ findings: { ...NO_FINDINGS, newNumber: 12, newEmail: 1 } });
  await user.click(screen.getByLabelText('12 people get a new employee number'));
  expect(screen.getByLabelText('1 person gets a new email address')).toHaveProperty('checked', false);
  await user.click(screen.getByRole('button', { name: 'Import 4 people' }));
  await screen.findByText('1 new email address will be left out, because it is not confirmed');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Import 4 people' }));
  await waitFor(() => expect(sent()).toEqual([{ confirmed: { newNumber: 12 } }]));
});
