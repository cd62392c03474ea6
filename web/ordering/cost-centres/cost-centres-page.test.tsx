import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { CostCentre } from './cost-centres-list.tsx';
import { CostCentresPage } from './cost-centres-page.tsx';

const api = useStubbedApi();

const TRACK: PartsOf<CostCentre> = {
  ...{ id: 1, code: '4711', name: 'Track north', groups: [{ id: 5, name: 'Depot' }], active: true, isOpen: true, version: 2 },
  ...{ validFrom: '2026-04-01', validUntil: null, seasonLimit: 5000, seasonValue: 5600, peopleCount: 3 },
};
const CLOSED: PartsOf<CostCentre> = {
  ...{ id: 2, code: '4712', name: 'Depot south', groups: [], active: false, isOpen: false, version: 1 },
  ...{ validFrom: null, validUntil: null, seasonLimit: null, seasonValue: 0, peopleCount: 0 },
};

beforeEach(() => {
  sessionStorage.clear();
  for (const call of ['GET /api/listsettings/:list', 'GET /api/listviews/:list'] as const) api.on(call, {});
  api.on('GET /api/costcentres', {
    ...{ costCentres: [TRACK, CLOSED], totalCount: 2, currencyCode: 'GBP', currentSeasonName: 'Winter' },
    groups: [{ id: 5, name: 'Depot' }],
  });
});
const show = (groups: number[] = []) =>
  renderPage(<CostCentresPage />, {
    caller: { roles: ['OrganisationAdmin'], adminableOrganisationGroupIds: groups, currencyCode: 'GBP' },
  });

describe('cost centres', () => {
  it('say who may choose them, when, and what was ordered of their amount', async () => {
    show();
    const row = (await screen.findByRole('rowheader', { name: '4711' })).closest('tr') as HTMLElement;
    expect(row.textContent).toMatch(/Depot.*From 1 Apr(il)? 2026.*£5,600\.00 of £5,000\.00.*£600\.00 over/);
    screen.getByText('Withdrawn');
  });

  it('are only shown to administrators of some groups', async () => {
    show([5]);
    await screen.findByText(/only an administrator of the whole organisation/);
    await screen.findByRole('rowheader', { name: '4711' });
    expect(screen.queryByRole('button', { name: /^(Edit|Withdraw) |^Add a cost|^Import/ })).toBeNull();
  });

  it('are changed: an emptied day and amount are sent as none', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Edit 4711' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit 4711' }));
    await user.clear(dialog.getByLabelText('First day (optional)'));
    await user.clear(dialog.getByRole('textbox', { name: /Amount per season/ }));
    await user.click(dialog.getByRole('checkbox', { name: 'Depot' }));
    api.on('PUT /api/costcentres/:id', { costCentre: TRACK });
    await user.click(dialog.getByRole('button', { name: 'Save cost centre' }));
    await screen.findByText('Track north saved.');
    expect(api.requests('PUT /api/costcentres/:id')[0]?.body).toEqual({
      ...{ groupIds: [], validFrom: null, seasonLimit: null, version: 2 },
    });
  });

  it('are withdrawn after saying whose own one it is, and reopened', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Withdraw 4711' }));
    await screen.findByText(/3 people will have no cost centre of their own/);
    api.on('DELETE /api/costcentres/:id', { costCentre: { ...TRACK, active: false } });
    await user.click(screen.getByRole('button', { name: 'Withdraw cost centre' }));
    await screen.findByText('4711 withdrawn.');
    api.on('PUT /api/costcentres/:id', { costCentre: { ...CLOSED, active: true } });
    await user.click(screen.getByRole('button', { name: 'Reopen 4712' }));
    await waitFor(() => expect(api.requests('PUT /api/costcentres/:id')[0]?.body).toEqual({ active: true, version: 1 }));
  });

  it('are imported as the preview showed, which is shown again when something has changed since', async () => {
    const { user } = show();
    const preview = (added: number) => ({
      costCentrePreview: {
        ...{ rows: 3, added, changed: 1, unchanged: 0, refused: 1, leftAlone: 1, fingerprint: `seen ${added}` },
        changes: [{ line: 2, code: '4711', name: 'Track', isNew: false, changes: ['Name: Track north becomes Track'] }],
        refusals: [{ line: 4, code: '', reason: 'The code is missing.' }],
      },
    });
    api.on('POST /api/costcentres/file/preview', preview(1));
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    await user.upload(
      await screen.findByLabelText('Choose a file of cost centres'),
      new File(['Code,Name'], 'centres.csv', { type: 'text/csv' }),
    );
    await screen.findByText('The code is missing.');
    screen.getByText('Name: Track north becomes Track');
    screen.getByText('1 cost centre is not in the file and stays as it is.');
    api.on('POST /api/costcentres/file', refuse(409, { costCentre: 'Cost centres have changed since the preview.' }));
    api.on('POST /api/costcentres/file/preview', preview(2));
    await user.click(screen.getByRole('button', { name: 'Import 2 cost centres' }));
    const again = await screen.findByRole('button', { name: 'Import 3 cost centres' });
    screen.getByText(/Cost centres have changed since the preview. Nothing has been imported/);
    api.on('POST /api/costcentres/file', preview(2));
    await user.click(again);
    await screen.findByText('Imported: 2 added, 1 changed.');
    expect(api.requests('POST /api/costcentres/file').map(({ query }) => query)).toEqual([
      { fileName: 'centres.csv', fingerprint: 'seen 1' },
      { fileName: 'centres.csv', fingerprint: 'seen 2' },
    ]);
  });
});
