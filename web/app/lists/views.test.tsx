import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OperatorReturnsPage } from '#web/operator/returns/returns-page.tsx';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';

const api = useStubbedApi();
const MINE = { id: 5, name: 'Mine', filters: 'search=Ann', columns: null, isShared: false, canChange: true, version: 3 };

it('views of operators are saved and renamed without saying whether they are shared', async () => {
  for (const call of ['GET /api/operator/me', 'GET /api/operator/returns', 'GET /api/operator/listsettings/:list'] as const)
    api.on(call, {});
  api.on('GET /api/operator/listviews/:list', { listViews: [MINE], canShare: false });
  api.on('POST /api/operator/listviews/:list', { listViews: [MINE, { ...MINE, id: 6, name: 'Late' }] });
  api.on('PUT /api/operator/listviews/:list/:id', { listViews: [{ ...MINE, name: 'Ours' }] });
  const { user } = renderPage(<OperatorReturnsPage />, {
    path: '/operator/returns',
    route: '/operator/returns',
    isOperator: true,
  });
  const name = async (item: RegExp, text: string) => {
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), text);
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  await user.click(await screen.findByRole('button', { name: 'Mine' }));
  await name(/^Rename/, 'Ours');
  expect(api.requests('PUT /api/operator/listviews/:list/:id').map(({ body }) => body.listView)).toEqual([
    { name: 'Ours', version: 3 },
  ]);
  await name(/^Save as a new view/, 'Late');
  expect(api.requests('POST /api/operator/listviews/:list').map(({ body }) => Object.keys(body.listView))).toEqual([
    ['name', 'filters', 'columns'],
  ]);
});
