import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ExportButton } from './export-button.tsx';
import { YourExports } from './your-exports.tsx';

const api = useStubbedApi();
const file = vi.fn(async () => undefined);
beforeEach(() => file.mockClear());

const RUNNING = {
  id: 5,
  list: 'people' as const,
  recordId: null,
  query: 'groupIds=4',
  state: 'running' as const,
  problem: null,
  createdOnUtc: '2026-11-30T10:31:00Z',
  finishedOnUtc: null,
  expiresOnUtc: '2026-12-01T10:31:00Z',
  progress: { done: 12_300, total: 20_800 },
  fileName: null,
  sizeInBytes: null,
};
const FINISHED = { ...RUNNING, state: 'finished' as const, fileName: 'customers-20261130.xlsx', sizeInBytes: 2_400_000 };

const show = (rows: number | undefined) =>
  renderPage(<ExportButton asked={{ list: 'people', query: { groupIds: [4] } }} rows={rows} file={file} />);
const click = async (user: ReturnType<typeof show>['user']) =>
  user.click(screen.getByRole('button', { name: 'Export to Excel' }));

describe('the button of an export', () => {
  it('downloads 5,000 rows as before', async () => {
    const { user } = show(5000);
    await click(user);
    await waitFor(() => expect(file).toHaveBeenCalledOnce());
    expect(api.requests('POST /api/exports')).toEqual([]);
  });

  it('downloads a short list of which the page does not know the length', async () => {
    api.on('POST /api/exports', { export: null, isNew: false });
    const { user } = show(undefined);
    await click(user);
    await waitFor(() => expect(file).toHaveBeenCalledOnce());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('starts a job for more, shows how far it is, and has the file', async () => {
    let answer: typeof RUNNING | typeof FINISHED = RUNNING;
    api.on('POST /api/exports', { export: { ...RUNNING, state: 'waiting' }, isNew: true });
    api.on('GET /api/exports/:id', () => ({ export: answer }));
    const { user } = show(5001);
    await click(user);
    await screen.findByRole('dialog', { name: 'Export: People' });
    expect(api.requests('POST /api/exports').map(({ body }) => body)).toEqual([{ list: 'people', query: 'groupIds=4' }]);
    await screen.findByText('59 % written');
    expect(screen.getByRole('link', { name: 'Your exports' }).getAttribute('href')).toContain('#exports');
    answer = FINISHED;
    await screen.findByText(/is ready \(2\.4 MB\)/, {}, { timeout: 3000 });
    screen.getByRole('button', { name: 'Download' });
    expect(file).not.toHaveBeenCalled();
  });

  it('says when an export of the list was running already, and stops it', async () => {
    api.on('POST /api/exports', { export: RUNNING, isNew: false });
    api.on('GET /api/exports/:id', { export: RUNNING });
    api.on('POST /api/exports/:id/stop', { export: { ...RUNNING, state: 'stopped' } });
    const { user } = show(5001);
    await click(user);
    await screen.findByText(/This export has been running since/);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await screen.findByText('The export was stopped.');
    screen.getByRole('button', { name: 'Export again' });
  });

  it('tries again after a failure', async () => {
    const failed = { ...RUNNING, state: 'failed' as const, problem: 'The file could not be written. Please try again.' };
    api.on('POST /api/exports', { export: failed, isNew: true });
    api.on('GET /api/exports/:id', { export: failed });
    const { user } = show(5001);
    await click(user);
    await screen.findByText(failed.problem);
    api.on('POST /api/exports', { export: { ...FINISHED, id: 6 }, isNew: true });
    api.on('GET /api/exports/:id', { export: { ...FINISHED, id: 6 } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/is ready/);
    expect(api.requests('POST /api/exports')).toHaveLength(2);
  });

  it('shows why an export cannot be started', async () => {
    api.on('POST /api/exports', refuse(403, { authorization: 'You are not allowed to do this.' }));
    const { user } = show(5001);
    await click(user);
    await screen.findByText('You are not allowed to do this.');
  });
});

describe('the list of one’s exports', () => {
  it('has the files, what is underway, and what can be exported again', async () => {
    api.on('GET /api/exports', {
      exports: [
        { ...RUNNING, id: 7, list: 'orders' as const },
        FINISHED,
        { ...RUNNING, id: 3, list: 'importReport' as const, recordId: 9, state: 'stopped' as const },
      ],
    });
    api.on('POST /api/exports/:id/stop', { export: RUNNING });
    api.on('POST /api/exports', { export: RUNNING, isNew: true });
    const { user } = renderPage(<YourExports />);
    await screen.findByRole('button', { name: /^Download: People, / });
    await user.click(screen.getByRole('button', { name: /^Stop: Orders, / }));
    await waitFor(() => expect(api.requests('POST /api/exports/:id/stop').map(({ params }) => params.id)).toEqual(['7']));
    await user.click(screen.getByRole('button', { name: /^Export again: Report of an import, / }));
    await waitFor(() =>
      expect(api.requests('POST /api/exports').map(({ body }) => body)).toEqual([
        { list: 'importReport', query: 'groupIds=4', importId: 9 },
      ]),
    );
  });

  it('says what will be there', async () => {
    api.on('GET /api/exports', { exports: [] });
    renderPage(<YourExports />);
    await screen.findByText('Long lists that you export to Excel are listed here for 24 hours.');
  });
});
