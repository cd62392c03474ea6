import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { closeAlert } from '#web/ui/feedback/alerts.ts';
import { deleteDrafts } from '#web/ui/forms/use-draft.ts';
import { DocumentTypesPage } from './document-types-page.tsx';

const api = useStubbedApi();
const CARE = { id: 2, name: 'Care', documentCount: 3 };
const POSTER = { id: 9, name: 'Poster', documentCount: 0 };

beforeEach(() => {
  deleteDrafts();
  closeAlert();
  api.on('GET /api/operator/me', { operator: { kind: 'operator', name: 'Olive', rights: ['catalogue'] } });
  api.on('GET /api/operator/documenttypes', { documentTypes: [CARE, POSTER] });
});
const show = () => renderPage(<DocumentTypesPage />, { path: '/operator/content/documents/types', isOperator: true });

it('lists the types with the number of their documents, and renames one', async () => {
  api.on('PUT /api/operator/documenttypes/:id', ({ body }) => ({ documentType: { ...CARE, ...body } }));
  const { user } = show();
  const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Care3 documentsRename CareDelete Care', 'PosterNo documentsRename PosterDelete Poster']);

  await user.click(screen.getByRole('button', { name: 'Rename Care' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename type' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' and washing');
  await user.click(dialog.getByRole('button', { name: 'Rename' }));
  await screen.findByText('“Care” is now called “Care and washing”.');
  expect(api.requests('PUT /api/operator/documenttypes/:id')).toMatchObject([{ body: { name: 'Care and washing' } }]);
});

it('says why a type cannot be deleted, and puts back one that was', async () => {
  api.on('DELETE /api/operator/documenttypes/:id', ({ params }) =>
    String(params.id) === '2' ? refuse(409, { documentType: '3 documents have this type. Give them another type first.' }) : {},
  );
  api.on('POST /api/operator/documenttypes', { documentType: POSTER });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Delete Care' }));
  await screen.findByText('3 documents have this type. Give them another type first.');

  await user.click(screen.getByRole('button', { name: 'Delete Poster' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('“Poster” has been restored.');
  expect(api.requests('POST /api/operator/documenttypes')).toMatchObject([{ body: { name: 'Poster' } }]);
});

it('adds a type, and shows a name that is taken at its field', async () => {
  api.on('POST /api/operator/documenttypes', refuse(409, { name: 'There is already a type with this name.' }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add a type' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a type' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'care');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'));
  dialog.getByText('There is already a type with this name.');
});
