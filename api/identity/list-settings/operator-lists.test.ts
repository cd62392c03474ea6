import { describe, expect, it } from 'vitest';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { OPERATOR_LIST_NAMES } from '#contract/identity/list-settings/list-names.ts';

const portal = usePortal();

const readSettings = async (client: TestOperatorClient, list = 'board') =>
  (await client.get<'GET /api/operator/listsettings/:list'>(`/api/operator/listsettings/${list}`)).body.listSettings;
const saveSettings = (client: TestOperatorClient, listSettings: object, list = 'board') =>
  client.put<'PUT /api/operator/listsettings/:list'>(`/api/operator/listsettings/${list}`, { listSettings });
const readViews = async (client: TestOperatorClient, list = 'board') =>
  (await client.get<'GET /api/operator/listviews/:list'>(`/api/operator/listviews/${list}`)).body;
const addView = (client: TestOperatorClient, listView: object, list = 'board') =>
  client.post<'POST /api/operator/listviews/:list'>(`/api/operator/listviews/${list}`, { listView });
const changeView = (client: TestOperatorClient, id: number, listView: object) =>
  client.put<'PUT /api/operator/listviews/:list/:id'>(`/api/operator/listviews/board/${id}`, { listView });
const removeView = (client: TestOperatorClient, id: number, list = 'board') =>
  client.delete<'DELETE /api/operator/listviews/:list/:id'>(`/api/operator/listviews/${list}/${id}`);

describe('the settings of an operator’s list', () => {
  it('are kept for each operator and list', async () => {
    const [operator, other] = [await portal.asOperator(), await portal.asOperator()];
    expect(await readSettings(operator)).toEqual({ list: 'board', columns: null, limit: null, density: null });
    await saveSettings(operator, { columns: ['order', 'state'], density: 'compact' });
    await saveSettings(operator, { limit: 100 });
    expect(await readSettings(operator)).toEqual({ list: 'board', columns: ['order', 'state'], limit: 100, density: 'compact' });
    expect(await readSettings(operator, 'returns')).toMatchObject({ list: 'returns', columns: null });
    expect(await readSettings(other)).toMatchObject({ columns: null, limit: null, density: null });
    expect((await saveSettings(operator, { columns: ['state', 'state'] })).status).toBe(422);
  });

  it('exist for the lists of operators only', async () => {
    const operator = await portal.asOperator();
    for (const list of OPERATOR_LIST_NAMES) expect(await readSettings(operator, list)).toMatchObject({ list });
    for (const call of ['listsettings', 'listviews'])
      expect((await operator.get(`/api/operator/${call}/people`)).errors).toEqual({ list: ['List not found.'] });
  });

  it('are neither for API keys nor for customers', async () => {
    const key = await portal.asApiKey(['orders:write', 'invoices:write']);
    const customer = await portal.as('admin@meridian.example');
    for (const path of ['/api/operator/listsettings/board', '/api/operator/listviews/board'])
      expect([(await key.get(path)).status, (await customer.get(path)).status]).toEqual([403, 401]);
  });
});

describe('the saved views of an operator’s list', () => {
  it('are the operator’s own: no other operator sees or changes them, whatever their brands', async () => {
    const operator = await portal.asOperator({ brandIds: [1] });
    await addView(operator, { name: 'Overdue', filters: 'state=backOrder&page=2', columns: ['order'] });
    const { listViews, canShare } = await readViews(operator);
    const [view] = listViews;
    expect([listViews, canShare]).toEqual([
      [
        {
          id: expect.any(Number),
          name: 'Overdue',
          filters: 'state=backOrder',
          columns: ['order'],
          isShared: false,
          canChange: true,
          ownerName: null,
          version: 1,
        },
      ],
      false,
    ]);
    for (const other of [await portal.asOperator({ brandIds: [1] }), await portal.asOperator({ brandIds: [2] })]) {
      expect((await readViews(other)).listViews).toEqual([]);
      for (const reply of [await changeView(other, view!.id, { name: 'Theirs' }), await removeView(other, view!.id)])
        expect([reply.status, reply.errors]).toEqual([404, { listView: ['List view not found.'] }]);
      expect((await addView(other, { name: 'Overdue', filters: '' })).status).toBe(200);
    }
    expect((await removeView(operator, view!.id, 'returns')).status).toBe(404);
    expect((await readViews(operator)).listViews).toEqual([view]);
  });

  it('are renamed, updated and deleted, and refused beyond twenty, also at the same moment', async () => {
    const operator = await portal.asOperator();
    for (let n = 1; n < 20; n += 1) await addView(operator, { name: `View ${n}`, filters: '' });
    const replies = await Promise.all(['Left', 'Right', 'Middle'].map((name) => addView(operator, { name, filters: '' })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const [view] = (await readViews(operator)).listViews;
    expect((await changeView(operator, view!.id, { name: 'VIEW 2' })).errors).toEqual({
      name: ['You already have a view with this name.'],
    });
    await changeView(operator, view!.id, { name: 'First', filters: 'q=1', columns: ['order'] });
    expect((await readViews(operator)).listViews[0]).toMatchObject({
      name: 'First',
      filters: 'q=1',
      columns: ['order'],
      version: 2,
    });
    expect((await changeView(operator, view!.id, { name: 'Second', version: 1 })).status).toBe(409);
    expect((await removeView(operator, view!.id)).body.listViews.length).toBe(19);
  });

  it('are never shared: a request that says so is refused', async () => {
    const operator = await portal.asOperator();
    expect((await addView(operator, { name: 'For all', filters: '', isShared: true })).status).toBe(422);
    const { body } = await addView(operator, { name: 'For all', filters: '' });
    expect((await changeView(operator, body.listViews[0]!.id, { isShared: true })).status).toBe(422);
    expect((await readViews(operator)).listViews).toMatchObject([{ isShared: false }]);
    expect((await readViews(await portal.asOperator())).listViews).toEqual([]);
  });

  it('are saved once when a request is repeated with its key', async () => {
    const operator = await portal.asOperator();
    const save = () =>
      operator.post<'POST /api/operator/listviews/:list'>(
        '/api/operator/listviews/board',
        { listView: { name: 'Once', filters: '' } },
        { 'idempotency-key': 'b8f6d0f0-3f0e-4a53-9f24-0d6f4f2f2f01' },
      );
    const [first, second] = [await save(), await save()];
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await readViews(operator)).listViews.length).toBe(1);
  });
});
