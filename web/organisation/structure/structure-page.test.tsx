import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { StructurePage } from './structure-page.tsx';

const api = useStubbedApi();

type Edit = ReplyOf<'GET /api/bulkedits/:id'>['bulkEdit'];

function show(path: string, ofGroups: number[] = [], edits: PartsOf<Edit>[] = []) {
  api.on('GET /api/listsettings/:list', {});
  api.on('GET /api/listviews/:list', {});
  api.on('GET /api/bulkedits', ({ query }) => ({ bulkEdits: query.kind === edits[0]?.kind ? edits : [] }));
  api.on('GET /api/organisationstructure/people', { organisationJobRoles: [{ id: 1, count: 2 }], customerRoles: [] });
  api.on('GET /api/organisationbusinessareas', { organisationBusinessAreas: [{ id: 7, name: 'Kitchen' }] });
  api.on('GET /api/organisationjobroles', {
    organisationJobRoles: [
      { id: 1, name: 'Waiter', organisationBusinessAreaId: null },
      { id: 2, name: 'Chef', organisationBusinessAreaId: 7 },
    ],
  });
  api.on('GET /api/customerroles', {
    customerRoles: [
      { id: 35, name: 'Buyer', isSystemRole: true, active: true },
      { id: 90, name: 'Stylist', active: false },
    ],
  });
  return renderPage(<StructurePage />, {
    path: `/index/settings/${path}`,
    route: '/index/settings/:kind',
    caller: { roles: ['OrganisationAdmin'], adminableOrganisationGroupIds: ofGroups },
  });
}

const listNames = async (label: string) =>
  within(await screen.findByRole('table', { name: label }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);

it('finds items by what is shown of them, and sorts them by their people', async () => {
  const { user } = show('job-roles');
  expect(await listNames('Job roles')).toEqual(['Waiter', 'Chef']);
  await user.click(screen.getByRole('button', { name: /^Name/ }));
  expect(await listNames('Job roles')).toEqual(['Chef', 'Waiter']);
  await user.click(screen.getByRole('button', { name: /^People/ }));
  expect(await listNames('Job roles')).toEqual(['Waiter', 'Chef']);

  await user.type(screen.getByRole('searchbox', { name: 'Search job roles' }), 'kitch');
  await screen.findByText('1–1 of 1 job role');
  expect(await listNames('Job roles')).toEqual(['Chef']);
});

it('offers to change permissions of built-in roles, and nothing else', async () => {
  show('roles');
  const rows = within(await screen.findByRole('table', { name: 'Roles' })).getAllByRole('row');
  const actions = rows.slice(1).map((row) =>
    within(row)
      .getAllByRole('button')
      .map((button) => button.textContent),
  );
  expect(actions).toEqual([['Permissions'], ['Permissions', 'Edit', 'Delete']]);
});

it('is only read by administrators of some groups', async () => {
  show('job-roles', [3]);
  expect(await listNames('Job roles')).toEqual(['Waiter', 'Chef']);
  expect(screen.queryByRole('button', { name: /^(Add|Edit|Delete)/ })).toBeNull();
  screen.getByText(/only an administrator of the whole organisation can change them/);
});

describe('a season that becomes current', () => {
  const LOSING: PartsOf<ReplyOf<'GET /api/organisationseasons/:id/members/preview'>['preview']> = {
    ...{ fromSeasonId: 2, fromSeasonName: '2025/26', people: 402, staying: 0, missing: 402, leaving: 4, joining: 0 },
    wardrobes: [
      { id: 11, name: 'Front Desk 25', people: 120, copyId: null, copyName: null },
      { id: 12, name: 'Bar 25', people: 30, copyId: 22, copyName: 'Bar 26' },
    ],
  };

  async function edit(preview: typeof LOSING) {
    api.on('GET /api/organisationseasons', {
      organisationSeasons: [
        { id: 2, name: '2025/26', isCurrent: true },
        { id: 3, name: '2026/27', version: 5, startDateUtc: '2026-07-01T00:00:00Z', endDateUtc: '2027-06-30T00:00:00Z' },
      ],
    });
    api.on('GET /api/organisationseasons/:id/members/preview', { preview });
    api.on('POST /api/organisationseasons/:id/preview', { preview: { people: 0, outcome: [], outcomeFingerprint: 'none' } });
    api.on('PUT /api/organisationseasons/:id', { organisationSeason: { id: 3 } });
    api.on('POST /api/organisationseasons/:id/members', { bulkEdit: { ...DONE, state: 'running' } });
    api.on('GET /api/bulkedits/:id', { bulkEdit: DONE });
    const { user } = show('seasons');
    await user.click(await screen.findByRole('button', { name: 'Edit 2026/27' }));
    await user.click(await screen.findByRole('checkbox', { name: 'This is the current season' }));
    return user;
  }
  const DONE = { id: 9, kind: 'people', description: 'Seasons of 398 people', state: 'finished', changed: 398 } as const;

  it('says before saving what happens to people, and adds them', async () => {
    const user = await edit(LOSING);
    const choice = await screen.findByRole('checkbox', { name: 'Add 398 people of 2025/26 to this season' });
    const part = within(screen.getByRole('region', { name: 'Effect on people' }));
    part.getByText(
      /^402 people have a uniform status in 2025\/26. 398 of them are not in this season. 4 leave before it begins.$/,
    );
    part.getByText(
      /1 wardrobe is for 2025\/26 only and grants nothing in this season: Front Desk 25 \(120 people\). Copy it to this season first/,
    );
    part.getByText(/also get the copies of Bar 25 \(30 people\)/);
    await user.click(choice);
    part.getByText(/398 of them are not in this season: they lose their status\./);
    expect(api.requests('PUT /api/organisationseasons/:id')).toEqual([]);

    await user.click(choice);
    await user.click(screen.getByRole('button', { name: 'Save season' }));
    await screen.findByText(/398 changed/);
    expect(api.requests('PUT /api/organisationseasons/:id').map(({ body }) => body)).toEqual([
      { organisationSeason: { isCurrent: true, version: 5, outcomeFingerprint: 'none' } },
    ]);
    expect(api.requests('POST /api/organisationseasons/:id/members').map(({ params, body }) => [params.id, body])).toEqual([
      ['3', { fromSeasonId: 2 }],
    ]);
  });

  it('adds no one where that is not wanted, or no one is missing', async () => {
    let user = await edit(LOSING);
    await user.click(await screen.findByRole('checkbox', { name: /^Add 398 people/ }));
    await user.click(screen.getByRole('button', { name: 'Save season' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();

    user = await edit({ ...LOSING, staying: 402, missing: 0, leaving: 0, wardrobes: [] });
    await screen.findByText('402 people have a uniform status in 2025/26. 402 are in this season already.');
    expect(screen.queryByRole('checkbox', { name: /^Add/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save season' }));
    await waitFor(() => expect(api.requests('PUT /api/organisationseasons/:id')).toHaveLength(2));
    expect(api.requests('POST /api/organisationseasons/:id/members')).toEqual([]);
  });
});

describe('saving a season', () => {
  const describeEnd = (people: number) =>
    `${people} people have the entitlement of this season until 31 August 2027 instead of 30 June 2027.`;
  const shown = (people: number) => ({ preview: { people, outcome: [describeEnd(people)], outcomeFingerprint: `of ${people}` } });
  const seen = () => api.requests('PUT /api/organisationseasons/:id').map(({ body }) => body.organisationSeason);

  async function edit() {
    api.on('GET /api/organisationseasons', {
      organisationSeasons: [
        { id: 3, name: '2026/27', version: 5, startDateUtc: '2026-07-01T00:00:00Z', endDateUtc: '2027-06-30T00:00:00Z' },
      ],
    });
    const { user } = show('seasons');
    await user.click(await screen.findByRole('button', { name: 'Edit 2026/27' }));
    return user;
  }

  it('says first whom it affects, and counts for the numbers that were shown', async () => {
    let answer: (reply: ReturnType<typeof shown>) => void = () => undefined;
    api.on('POST /api/organisationseasons/:id/preview', () => new Promise((resolve) => (answer = resolve)));
    api.on('PUT /api/organisationseasons/:id', { organisationSeason: { id: 3 } });
    const user = await edit();
    fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: '2027-08-31' } });
    await screen.findByLabelText('Counting who is affected');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save season' }).disabled).toBe(true);
    await waitFor(() => expect(api.requests('POST /api/organisationseasons/:id/preview')).toHaveLength(1));
    answer(shown(212));
    within(await screen.findByRole('region', { name: 'Who is affected' })).getByText(describeEnd(212));
    await user.click(screen.getByRole('button', { name: 'Save for 212 people' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requests('POST /api/organisationseasons/:id/preview').map(({ body }) => body.organisationSeason)).toEqual([
      { endDateUtc: '2027-08-31' },
    ]);
    expect(seen()).toEqual([{ endDateUtc: '2027-08-31', version: 5, outcomeFingerprint: 'of 212' }]);
  });

  it('shows the numbers of now when it was refused, and saves only those', async () => {
    let people = 212;
    api.on('POST /api/organisationseasons/:id/preview', () => shown(people));
    api.on('PUT /api/organisationseasons/:id', ({ body }) =>
      body.organisationSeason.outcomeFingerprint === 'of 213'
        ? { organisationSeason: { id: 3 } }
        : refuse(
            409,
            { organisationSeason: ['The outcome has changed since it was shown.', describeEnd(213)] },
            'outcome_changed',
          ),
    );
    const user = await edit();
    fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: '2027-08-31' } });
    const button = await screen.findByRole('button', { name: 'Save for 212 people' });
    people = 213;
    await user.click(button);
    await user.click(await screen.findByRole('button', { name: 'Save for 213 people' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(seen().map(({ outcomeFingerprint }) => outcomeFingerprint)).toEqual(['of 212', 'of 213']);
  });

  it('is not possible while no one knows whom it affects', async () => {
    api.on('POST /api/organisationseasons/:id/preview', () => refuse(503, { error: 'Please try again in a moment.' }));
    const user = await edit();
    fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: '2027-08-31' } });
    await screen.findByText(/^Who is affected could not be counted/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save season' }).disabled).toBe(true);
    api.on('POST /api/organisationseasons/:id/preview', shown(1));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Save for 1 person' });
  });
});

describe('a change that many people follow', () => {
  const EDIT: PartsOf<Edit> = {
    ...{ id: 7, kind: 'wardrobes', action: 'season', description: 'Seasons, for 12,000 people', state: 'running', total: 12_000 },
    ...{ progress: { done: 4000, total: 12_000 }, canStop: true, undoOfId: null },
  };
  const STOPPED: PartsOf<Edit> = { ...EDIT, state: 'stopped', canStop: false, canContinue: true, canUndo: true };
  const seasons = () =>
    api.on('GET /api/organisationseasons', {
      organisationSeasons: [
        { id: 3, name: '2026/27', version: 5, startDateUtc: '2026-07-01T00:00:00Z', endDateUtc: '2027-06-30T00:00:00Z' },
      ],
    });

  it('of the seasons is shown from when it is saved, and is stopped, continued and undone', async () => {
    seasons();
    api.on('PUT /api/organisationseasons/:id', { organisationSeason: { id: 3 }, bulkEdit: EDIT });
    api.on('GET /api/bulkedits/:id', { bulkEdit: EDIT });
    api.on('POST /api/bulkedits/:id/stop', { bulkEdit: STOPPED });
    api.on('POST /api/bulkedits/:id/undo', { bulkEdit: { ...EDIT, id: 8, action: 'undo', undoOfId: 7 } });
    const { user } = show('seasons');
    await user.click(await screen.findByRole('button', { name: 'Edit 2026/27' }));
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    await user.type(name, '!');
    await user.click(screen.getByRole('button', { name: 'Save season' }));

    const notice = await screen.findByText(/The change of the seasons is being applied:/);
    expect(notice.parentElement?.textContent).toContain('4,000 of 12,000 people, 33%.');
    api.on('GET /api/bulkedits/:id', { bulkEdit: STOPPED });
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await screen.findByText(/4,000 people follow the seasons as they are now, 8,000 people still as they were\./);
    screen.getByRole('button', { name: 'Go on' });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText(/The seasons will be as they were before, and 12,000 people are owed what they say\./);
    expect(api.requests('POST /api/bulkedits/:id/undo')).toEqual([]);
    api.on('GET /api/bulkedits/:id', { bulkEdit: { ...EDIT, id: 8, action: 'undo', undoOfId: 7 } });
    await user.click(screen.getByRole('button', { name: 'Undo change' }));
    await screen.findByText(/The seasons of before are being restored:/);
    expect(api.requests('POST /api/bulkedits/:id/undo').map(({ params }) => params.id)).toEqual(['7']);
  });

  it('is found again by whoever comes back, where it is one of the seasons', async () => {
    seasons();
    api.on('GET /api/bulkedits/:id', { bulkEdit: STOPPED });
    show('seasons', [], [{ ...STOPPED, id: 9, action: 'wardrobe' }, STOPPED]);
    await screen.findByText(/4,000 people follow the seasons as they are now/);
    expect(api.requests('GET /api/bulkedits/:id').map(({ params }) => params.id)).toEqual(['7']);
  });

  it('is one in which people move from an item that is deleted', async () => {
    const moving: PartsOf<Edit> = { ...EDIT, kind: 'structure', action: 'jobRole', description: 'Moved 12,000 people' };
    api.on('GET /api/bulkedits/:id', { bulkEdit: moving });
    show('job-roles', [], [moving]);
    await screen.findByText(/People are being moved from a job role, which is deleted after them:/);
    cleanup();
    show('roles', [], [moving]);
    await listNames('Roles');
    expect(screen.queryByText(/People are being moved/)).toBeNull();
  });
});
