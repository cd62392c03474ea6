import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createReply, type PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { ImportReading } from './reading-labels.ts';
import { ReadingStep } from './reading-step.tsx';

const api = useStubbedApi();
const READING = {
  line: 5,
  headingLines: 1,
  canBeChanged: true,
  isConfirmed: true,
  hiddenRows: 'leave out',
  encoding: { name: 'utf-8', isCertain: true, badBytes: 0 },
  linesAbove: [{ line: 1, cells: ['All Active Workers'] }],
  headings: ['Number', 'Name'],
  firstRows: [
    { line: 6, cells: ['731', 'Łukasz'] },
    { line: 7, cells: ['732', 'Jiří'] },
  ],
} as const;
const IN_DOUBT = {
  isConfirmed: false,
  encoding: { name: 'windows-1250', isCertain: false, badBytes: 0 },
  odd: [{ line: 6, text: 'Łukasz' }],
} as const;

const toReply = (parts: PartsOf<ImportReading>) => ({ importReading: { ...READING, ...parts } });

async function showReading(parts: PartsOf<ImportReading> = {}) {
  api.on('GET /api/peopleimports/:id/reading', toReply(parts));
  const { peopleImport } = createReply('GET /api/peopleimports/:id', { peopleImport: { id: 4, kind: 'people' } });
  const [onChoice, onDone] = [vi.fn(), vi.fn()];
  const page = renderPage(<ReadingStep peopleImport={peopleImport} onChoice={onChoice} onDone={onDone} />);
  await screen.findByRole('region', { name: 'First rows of the file' });
  return { ...page, onChoice, onDone };
}
const sent = () => api.requests('POST /api/peopleimports/:id/reading').map(({ body }) => body);

it('shows the first rows below their headings, and goes on', async () => {
  const { user, onDone } = await showReading({ notes: ['1 hidden row left out.'] });
  const table = screen.getByRole('table');
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['LineNumberName', '6731Łukasz', '7732Jiří']);
  screen.getByText('1 hidden row left out.');
  expect(screen.queryByLabelText('Letters are encoded as')).toBeNull();
  expect(screen.queryByLabelText('Sheet')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent()).toEqual([]);
});

it('asks whether the letters are right, and confirms the encoding', async () => {
  const { user, onDone } = await showReading(IN_DOUBT);
  expect(within(screen.getByRole('list', { name: 'Names to check' })).getByText('Łukasz')).toBeDefined();
  api.on('POST /api/peopleimports/:id/reading', toReply({ ...IN_DOUBT, isConfirmed: true }));
  await user.click(screen.getByRole('button', { name: 'The letters are right: continue' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent()).toEqual([{ encoding: 'windows-1250' }]);
});

it('reads the file with another encoding and line, and shows its rows', async () => {
  const { user, onChoice } = await showReading(IN_DOUBT);
  api.on('POST /api/peopleimports/:id/reading', toReply({ ...IN_DOUBT, firstRows: [{ line: 6, cells: ['731', '£ukasz'] }] }));
  await user.selectOptions(screen.getByLabelText('Letters are encoded as'), 'Western European (Windows-1252)');
  await screen.findByText('£ukasz');
  // Otherwise the page would go on, because the encoding is confirmed.
  expect(onChoice).toHaveBeenCalledOnce();
  await user.selectOptions(screen.getByLabelText('The headings are in'), 'Line 1: All Active Workers');
  await waitFor(() => expect(sent()).toEqual([{ encoding: 'windows-1252' }, { line: 1 }]));
});

it('reads another sheet', async () => {
  const { user } = await showReading({
    encoding: null,
    sheets: [
      { name: 'Read me', rows: 3 },
      { name: 'Staff', rows: 90, isHidden: true },
    ],
  });
  api.on('POST /api/peopleimports/:id/reading', toReply({ encoding: null, sheet: 1 }));
  await user.selectOptions(screen.getByLabelText('Sheet'), 'Staff, 90 rows, hidden');
  await waitFor(() => expect(sent()).toEqual([{ sheet: 1 }]));
});

it('imports hidden rows when that is chosen', async () => {
  const { user } = await showReading({ hiddenRowCount: 2 });
  api.on('POST /api/peopleimports/:id/reading', toReply({ hiddenRowCount: 2, hiddenRows: 'import' }));
  await user.click(screen.getByLabelText('Also import the 2 rows that the spreadsheet hides.'));
  await waitFor(() => expect(screen.getByRole('checkbox')).toHaveProperty('checked', true));
  expect(sent()).toEqual([{ hiddenRows: 'import' }]);
});

it('says why a file cannot be read differently, and stays', async () => {
  const { user, onDone } = await showReading(IN_DOUBT);
  api.on('POST /api/peopleimports/:id/reading', refuse(409, { peopleImport: 'The file is no longer kept.' }));
  await user.click(screen.getByRole('button', { name: 'The letters are right: continue' }));
  await screen.findByText('The file is no longer kept.');
  expect(onDone).not.toHaveBeenCalled();
});

it('offers no choices for a file that is no longer kept', async () => {
  await showReading({ canBeChanged: false });
  screen.getByText(/^The file is kept for 24 hours\./);
  expect(screen.queryByRole('combobox')).toBeNull();
});
