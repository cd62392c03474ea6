import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createReply, type PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { getColumnChoice } from './column-choice.ts';
import { ColumnsStep } from './columns-step.tsx';
import type { PeopleImport } from './import-labels.ts';

const api = useStubbedApi();
beforeEach(() => api.on('GET /api/costcentres/choices', {}));
const COLUMNS = [
  { header: 'No.', field: 'employeeNumber', samples: ['M-1', 'M-2'] },
  { header: 'Since', field: 'startDateUtc' },
  { header: 'Shoe', field: null },
] as const;

interface StepProps {
  peopleImport: PeopleImport;
  onPreview: () => void;
  onValues: () => void;
}

/** The step with the choice that its page keeps. */
function Step({ peopleImport, ...goOn }: StepProps) {
  const [choice, setChoice] = useState(() => getColumnChoice(peopleImport));
  return <ColumnsStep peopleImport={peopleImport} choice={choice} onChoose={setChoice} onReading={vi.fn()} {...goOn} />;
}

function showColumns(parts: PartsOf<PeopleImport> = {}) {
  const { peopleImport } = createReply('GET /api/peopleimports/:id', {
    peopleImport: { id: 4, kind: 'people', columns: COLUMNS, ...parts },
  });
  const goOn = { onPreview: vi.fn(), onValues: vi.fn() };
  return { ...renderPage(<Step peopleImport={peopleImport} {...goOn} />), ...goOn };
}

it('sends the chosen fields and options, and goes on to the preview', async () => {
  const { user, onPreview } = showColumns();
  api.on('GET /api/peopleimports/:id/questions', {});
  api.on('POST /api/peopleimports/:id/preview', { peopleImport: { id: 4 } });
  screen.getByText(/1 column will not be imported\.$/);
  await user.selectOptions(screen.getByLabelText('Column Shoe is'), 'PO number');
  expect(screen.queryByText(/will not be imported/)).toBeNull();
  await user.click(screen.getByLabelText(/^Empty cells clear the value/));
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(onPreview).toHaveBeenCalledOnce());
  expect(api.requests('GET /api/peopleimports/:id/questions').map(({ query }) => query.columns)).toEqual([
    'employeeNumber,startDateUtc,poNumber',
  ]);
  expect(api.requests('POST /api/peopleimports/:id/preview').map(({ params, body }) => [params.id, body])).toEqual([
    [
      '4',
      {
        fields: ['employeeNumber', 'startDateUtc', 'poNumber'],
        deactivateMissing: false,
        clearEmpty: true,
        invite: false,
      },
    ],
  ]);
});

it('asks about the values first where something is open', async () => {
  const { user, onPreview, onValues } = showColumns();
  api.on('GET /api/peopleimports/:id/questions', { importQuestions: { dates: [{ column: 1, order: null, basis: 'open' }] } });
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(onValues).toHaveBeenCalledOnce());
  expect(onPreview).not.toHaveBeenCalled();
  expect(api.requests('POST /api/peopleimports/:id/preview')).toEqual([]);
});

it('asks nothing about words that were answered before', async () => {
  const { user, onPreview } = showColumns();
  api.on('GET /api/peopleimports/:id/questions', {
    importQuestions: { words: [{ field: 'gender', words: [{ word: 'neither', isRemembered: true, value: 0 }] }] },
  });
  api.on('POST /api/peopleimports/:id/preview', { peopleImport: { id: 4 } });
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(onPreview).toHaveBeenCalledOnce());
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
  api.on('GET /api/peopleimports/:id/questions', {});
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

it('offers cost centres for a column where the organisation has some', async () => {
  api.on('GET /api/costcentres/choices', { totalCount: 3 });
  showColumns();
  expect(await screen.findAllByRole('option', { name: 'Cost centre' })).toHaveLength(COLUMNS.length);
});

it('offers none where it has none', async () => {
  api.on('GET /api/costcentres/choices', { totalCount: 0 });
  showColumns();
  await waitFor(() => expect(api.requests('GET /api/costcentres/choices')).not.toHaveLength(0));
  expect(screen.queryByRole('option', { name: 'Cost centre' })).toBeNull();
});
