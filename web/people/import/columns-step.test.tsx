import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createReply, type PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ColumnsStep } from './columns-step.tsx';
import type { PeopleImport } from './import-labels.ts';

const api = useStubbedApi();
const COLUMNS = [
  { header: 'No.', field: 'employeeNumber', samples: ['M-1', 'M-2'] },
  { header: 'Since', field: 'startDateUtc' },
  { header: 'Shoe', field: null },
] as const;

function showColumns(parts: PartsOf<PeopleImport> = {}) {
  const { peopleImport } = createReply('GET /api/peopleimports/:id', {
    peopleImport: { id: 4, kind: 'people', columns: COLUMNS, ...parts },
  });
  const onPreview = vi.fn();
  return { ...renderPage(<ColumnsStep peopleImport={peopleImport} onPreview={onPreview} onReading={vi.fn()} />), onPreview };
}

it('sends the chosen fields and options, and goes on to the preview', async () => {
  const { user, onPreview } = showColumns();
  api.on('POST /api/peopleimports/:id/preview', { peopleImport: { id: 4 } });
  screen.getByText(/1 column will not be imported\.$/);
  await user.selectOptions(screen.getByLabelText('Column Shoe is'), 'PO number');
  expect(screen.queryByText(/will not be imported/)).toBeNull();
  await user.selectOptions(screen.getByLabelText('03/04/2026 is'), '4 March (month first)');
  await user.click(screen.getByLabelText(/^Empty cells clear the value/));
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(onPreview).toHaveBeenCalledOnce());
  expect(api.requests('POST /api/peopleimports/:id/preview').map(({ params, body }) => [params.id, body])).toEqual([
    [
      '4',
      {
        fields: ['employeeNumber', 'startDateUtc', 'poNumber'],
        deactivateMissing: false,
        clearEmpty: true,
        invite: false,
        monthFirst: true,
      },
    ],
  ]);
});

it('asks for the order of days only where a column has dates', async () => {
  const { user } = showColumns();
  screen.getByLabelText('03/04/2026 is');
  await user.selectOptions(screen.getByLabelText('Column Since is'), 'Don’t import');
  expect(screen.queryByLabelText('03/04/2026 is')).toBeNull();
});

it('says why the columns cannot be used, and takes no preview', async () => {
  const { user } = showColumns();
  await user.selectOptions(screen.getByLabelText('Column Shoe is'), 'Employee number');
  screen.getByText('Two columns have the field “Employee number”. Please leave one of them out.');
  expect(screen.getByRole('button', { name: 'Preview' })).toHaveProperty('disabled', true);
  for (const header of ['No.', 'Shoe']) await user.selectOptions(screen.getByLabelText(`Column ${header} is`), 'Don’t import');
  screen.getByText(/^Please choose the column with the employee number or the email address/);
});

it('stays with what was chosen when the server refuses it', async () => {
  const { user, onPreview } = showColumns({ isPreviewInterrupted: true });
  api.on('POST /api/peopleimports/:id/preview', refuse(409, { peopleImport: 'The import is running.' }));
  screen.getByText(/^Something went wrong on our side while we checked your file\./);
  await user.selectOptions(screen.getByLabelText('Column Shoe is'), 'PO number');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('The import is running.');
  expect(screen.getByLabelText('Column Shoe is')).toHaveProperty('value', 'poNumber');
  expect(onPreview).not.toHaveBeenCalled();
});

it('has no options for opening balances, and discards the file', async () => {
  const { user, address } = showColumns({ kind: 'balances' });
  api.on('DELETE /api/peopleimports/:id', {});
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Discard file' }));
  await screen.findByText('The file was discarded. Nothing was changed.');
  expect(address()).not.toBe('/');
});
