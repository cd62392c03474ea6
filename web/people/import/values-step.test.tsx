import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createReply, type PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { getColumnChoice, type ImportQuestions } from './column-choice.ts';
import { ValuesStep } from './values-step.tsx';

const api = useStubbedApi();
const { peopleImport } = createReply('GET /api/peopleimports/:id', {
  peopleImport: {
    id: 4,
    kind: 'people',
    columns: [
      { header: 'No.', field: 'employeeNumber' },
      { header: 'Start', field: 'startDateUtc' },
      { header: 'Name', field: 'fullName' },
      { header: 'Site', field: 'organisationResortId' },
    ],
  },
});

async function showValues(importQuestions: PartsOf<ImportQuestions>) {
  api.on('GET /api/peopleimports/:id/questions', { importQuestions });
  api.on('POST /api/peopleimports/:id/preview', { peopleImport: { id: 4 } });
  const onPreview = vi.fn();
  const page = renderPage(
    <ValuesStep peopleImport={peopleImport} choice={getColumnChoice(peopleImport)} onColumns={vi.fn()} onPreview={onPreview} />,
  );
  await screen.findByRole('button', { name: 'Preview' });
  return { ...page, onPreview };
}

const sent = () => api.requests('POST /api/peopleimports/:id/preview').map(({ body }) => body);

it('takes no preview before the orders of dates and names are chosen', async () => {
  const { user, onPreview } = await showValues({
    dates: [{ column: 1, header: 'Start', order: null, basis: 'open', example: '03/04/2026', either: 12 }],
    names: [
      {
        column: 2,
        header: 'Name',
        order: null,
        basis: 'open',
        choices: [
          { order: 'first last', examples: [{ cell: 'Ludwig van Beethoven', firstName: 'Ludwig', lastName: 'van Beethoven' }] },
          { order: 'last first', examples: [{ cell: 'Ludwig van Beethoven', firstName: 'van Beethoven', lastName: 'Ludwig' }] },
        ],
      },
    ],
  });
  const preview = screen.getByRole('button', { name: 'Preview' });
  screen.getByText(/^12 dates can be read in two ways/);
  await user.selectOptions(screen.getByLabelText('03/04/2026 is'), 'Month first, as in the USA');
  expect(preview).toHaveProperty('disabled', true);
  screen.getByText(/^Please choose how the dates and names are written/);
  await user.selectOptions(screen.getByLabelText('The names are written as'), 'First Last');
  expect(screen.getByLabelText('How names in Name are read').textContent).toBe(
    'Ludwig van Beethoven: first name Ludwig, last name van Beethoven',
  );
  await user.click(preview);
  await waitFor(() => expect(onPreview).toHaveBeenCalledOnce());
  expect(sent()).toMatchObject([
    {
      orders: [
        { column: 1, order: 'month' },
        { column: 2, order: 'first last' },
      ],
      words: [],
    },
  ]);
});

it('maps words: near names are chosen, what is not mapped is left out', async () => {
  const { user, onPreview } = await showValues({
    words: [
      {
        column: 3,
        header: 'Site',
        field: 'organisationResortId',
        words: [
          { word: 'Solent Key', rows: 12, isRemembered: false, value: null, proposal: 7 },
          { word: 'Head office', rows: 2, isRemembered: false, value: null, proposal: null },
          { word: 'Moon', rows: 1, isRemembered: false, value: null, proposal: null },
          { word: 'Depot', rows: 1, isRemembered: true, value: 8, proposal: null },
        ],
        choices: [
          { id: 7, name: 'Solent Quay' },
          { id: 8, name: 'Harbour' },
        ],
      },
    ],
  });
  screen.getByText('12 rows, suggested');
  expect(screen.getByLabelText('Solent Key means')).toHaveProperty('value', '7');
  await user.selectOptions(screen.getByLabelText('Head office means'), 'Leave empty');
  expect(screen.getByLabelText('Depot means').textContent).not.toContain('Don’t import');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(onPreview).toHaveBeenCalledOnce());
  expect(sent()).toMatchObject([
    {
      words: [
        { field: 'organisationResortId', word: 'Solent Key', value: 7 },
        { field: 'organisationResortId', word: 'Head office', value: null },
        { field: 'organisationResortId', word: 'Depot', value: 8 },
      ],
    },
  ]);
});

it('says how columns are read that prove it', async () => {
  await showValues({ notes: ['“Start” is read with the month first, as its values prove.'] });
  screen.getByText('“Start” is read with the month first, as its values prove.');
  screen.getByText('All values of this file are understood.');
});
