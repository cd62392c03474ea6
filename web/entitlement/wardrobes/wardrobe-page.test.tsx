import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import { createReply, type PartsOf } from '#web/testing/example-reply.ts';
import { NARROW, renderPage, WIDE } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { type Contents, toContents } from './draft-contents.ts';
import type { Wardrobe } from './wardrobe-data.ts';
import { WardrobePage } from './wardrobe-page.tsx';

const api = useStubbedApi();

const HELEN = { id: 5, name: 'Helen Marchbanks' };
const RUTH = { id: 1, name: 'Ruth Okafor' };
const product = { productId: 3, name: 'Oxford shirt', colours: ['White'], sizes: ['6', '26'], price: 19.95, isOnSale: true };
const LIVE: PartsOf<Wardrobe> = {
  id: 12,
  name: 'Front of house',
  canEdit: true,
  currencyCode: 'GBP',
  allowedAllocationTypeIds: [20],
  beyond: 'block',
  necessity: null,
  collectionGroups: [
    { id: 1, name: 'Shirts', allocatedQuantity: 4, products: [product] },
    { id: 2, name: 'Shoes', allocatedQuantity: 1 },
  ],
  people: { total: 212, organisationGroups: [{ id: 4, name: 'Reception', count: 212 }] },
  versions: [
    { version: 3, isInUse: true, people: 212, publishedAtUtc: '2026-10-01T09:00:00Z', by: HELEN.name },
    { version: 2, people: 0, publishedAtUtc: '2026-04-01T09:00:00Z' },
  ],
};

/** The API with one wardrobe, whose draft is kept as the server keeps it. */
function useWardrobe(parts: PartsOf<Wardrobe> = {}) {
  let { wardrobe } = createReply('GET /api/organisation/wardrobes/:id', { wardrobe: { ...LIVE, ...parts } });
  const draftOf = (contents: Contents, revision: number, by = RUTH): NonNullable<Wardrobe['draft']> => ({
    revision,
    basedOn: 3,
    begunBy: HELEN,
    begunAtUtc: '2026-11-29T10:00:00Z',
    savedBy: by,
    savedAtUtc: '2026-11-29T14:12:00Z',
    changes: ['Shirts: 6 instead of 4 pieces'],
    contents: contents as NonNullable<Wardrobe['draft']>['contents'],
  });
  for (const call of ['GET /api/organisation/wardrobes', 'GET /api/organisation/wardrobes/:id/history'] as const)
    api.on(call, {});
  for (const call of ['GET /api/organisationseasons', 'GET /api/organisationgroups'] as const) api.on(call, {});
  api.on('GET /api/organisation/unorderablegroups', {});
  api.on('GET /api/bulkedits', {});
  api.on('GET /api/organisation/wardrobes/:id', () => ({ wardrobe }));
  api.on('PUT /api/organisation/wardrobes/:id/draft', ({ body: { revision, contents } }) => {
    const known = [...wardrobe.collectionGroups, ...(wardrobe.draft?.contents.collectionGroups ?? [])].flatMap(
      ({ products }) => products,
    );
    const draft = draftOf(
      {
        ...(contents as unknown as Contents),
        collectionGroups: contents.collectionGroups.map((group) => ({
          ...(group as unknown as Contents['collectionGroups'][number]),
          products: group.products.flatMap((one) => known.filter(({ productId }) => productId === one.productId)),
        })),
      },
      (revision ?? 0) + 1,
    );
    wardrobe = { ...wardrobe, draft };
    return { draft };
  });
  api.on('DELETE /api/organisation/wardrobes/:id/draft', () => {
    wardrobe = { ...wardrobe, draft: null };
    return {};
  });
  api.on('GET /api/organisation/wardrobes/:id/draft/preview', () => ({ preview: createPreview(wardrobe.draft?.revision ?? 0) }));
  return {
    begin: (quantity: number, by = HELEN, revision = 7) => {
      const contents = toContents(wardrobe);
      const collectionGroups = contents.collectionGroups.map((group) =>
        group.id === 1 ? { ...group, allocatedQuantity: quantity } : group,
      );
      wardrobe = { ...wardrobe, draft: draftOf({ ...contents, collectionGroups }, revision, by) };
    },
    change: (next: Partial<Wardrobe>) => {
      wardrobe = { ...wardrobe, ...next };
    },
  };
}

type Preview = ReplyOf<'GET /api/organisation/wardrobes/:id/draft/preview'>['preview'];
const createPreview = (revision: number, parts: PartsOf<Preview> = {}): PartsOf<Preview> => ({
  revision,
  version: 3,
  nextVersion: 4,
  people: 212,
  gain: { people: 184, pieces: 368, amountLow: 7340, amountHigh: 8100, examples: [{ id: 41, name: 'Angharad Roe' }] },
  over: { people: 2, pieces: 2, examples: [{ id: 42, name: 'Siân Roe' }] },
  changes: ['Shirts: 6 instead of 4 pieces'],
  groups: [{ id: 1, name: 'Shirts', before: 4, after: 6, people: 184 }],
  ...parts,
});

const show = (width = WIDE) =>
  renderPage(<WardrobePage />, { path: '/index/settings/wardrobes/12', route: '/index/settings/wardrobes/:id', width });
const more = async () => screen.findByRole('button', { name: 'More: Pieces of Shirts' });
const bar = async () => within(await screen.findByRole('region', { name: 'Draft' }));
const saves = () => api.requests('PUT /api/organisation/wardrobes/:id/draft').map(({ body }) => body);

describe('the page of a wardrobe', () => {
  it.each([NARROW, WIDE])('begins a draft by itself and says who would gain, at %i px', async (width) => {
    useWardrobe();
    show(width);
    expect(screen.queryByRole('region', { name: 'Draft' })).toBeNull();
    const button = await more();
    // Without a pause: on a busy machine two clicks of a person are further apart than the page waits before it saves.
    fireEvent.click(button);
    fireEvent.click(button);
    await (await bar()).findByText(
      /^184 people gain 368 pieces, £7,340 to £8,100 at today’s prices · 2 people are over$/,
      undefined,
      {
        timeout: 3000,
      },
    );
    await (await bar()).findByText(/^Begun by Helen Marchbanks, 29 Nov 2026, .* · Saved /);
    expect(saves().map(({ revision, contents }) => [revision, contents.collectionGroups[0]?.allocatedQuantity])).toEqual([
      [null, 6],
    ]);
    // Nothing else is sent: no one is granted anything.
    expect(api.requests('POST /api/organisation/wardrobes/:id/draft/publish')).toEqual([]);
    const versions = within(screen.getByRole('list', { name: 'Versions' }));
    expect(versions.getByText('Version 4')).toBeTruthy();
    expect(versions.getByText(/^Shirts: 6 instead of 4 pieces\. Saved/)).toBeTruthy();
    expect(screen.getByText(/4 in version 3/)).toBeTruthy();
  });

  it('publishes what was seen, and shows how its people follow', async () => {
    const { begin, change } = useWardrobe();
    begin(6);
    api.on('POST /api/organisation/wardrobes/:id/draft/publish', () => {
      change({ draft: null, publication: { version: 4, peopleOnNew: 0, peopleBehind: 212, bulkEditId: 9 } });
      const { wardrobe } = createReply('GET /api/organisation/wardrobes/:id', {
        wardrobe: { ...LIVE, publication: { version: 4, peopleOnNew: 0, peopleBehind: 212, bulkEditId: 9 } },
      });
      return { wardrobe, bulkEdit: RUNNING };
    });
    api.on('GET /api/bulkedits/:id', { bulkEdit: RUNNING });
    const { user } = show();
    await user.click(await (await bar()).findByRole('button', { name: 'Publish version 4' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Shirts: 6 instead of 4 pieces');
    expect(dialog.getByRole('link', { name: 'Angharad Roe' })).toBeTruthy();
    expect(dialog.getByText(/and 183 more/)).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Siân Roe' })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Publish version 4' }));
    await screen.findByText(/100 of 212 people, 47%\./);
    expect(api.requests('POST /api/organisation/wardrobes/:id/draft/publish')[0]?.body).toEqual({
      revision: 7,
      seen: { version: 3, gain: 184, lose: 0, over: 2 },
    });
    expect(screen.queryByRole('region', { name: 'Draft' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
  });

  it('shows the figures of now when others were seen, and publishes only those', async () => {
    const { begin } = useWardrobe();
    begin(6);
    api.on('POST /api/organisation/wardrobes/:id/draft/publish', () => {
      api.on('GET /api/organisation/wardrobes/:id/draft/preview', {
        preview: createPreview(7, { gain: { people: 185, pieces: 370, amountLow: 7400, amountHigh: 8200 } }),
      });
      return refuse(409, { seen: 'One more person has got this wardrobe.' });
    });
    const { user } = show();
    await user.click(await (await bar()).findByRole('button', { name: 'Publish version 4' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: 'Publish version 4' }));
    await dialog.findByText(/One more person has got this wardrobe\. The figures below are those of now\./);
    await dialog.findByText(/^185 people gain 370 pieces/);
    await user.click(dialog.getByRole('button', { name: 'Publish version 4' }));
    await waitFor(() =>
      expect(api.requests('POST /api/organisation/wardrobes/:id/draft/publish').map(({ body }) => body.seen.gain)).toEqual([
        184, 185,
      ]),
    );
  });

  it('overwrites nothing that someone else has saved, and loses nothing of one’s own', async () => {
    const { begin } = useWardrobe();
    begin(6);
    const { user } = show();
    await (await bar()).findByText(/Saved/);
    begin(9, HELEN, 8);
    api.on('PUT /api/organisation/wardrobes/:id/draft', () =>
      refuse(409, { draft: 'Helen Marchbanks saved this draft at 14:12. Your changes were not saved.' }),
    );
    await user.click(await more());
    const notice = within(
      (
        await screen.findByText('Helen Marchbanks saved this draft at 14:12. Your changes were not saved.', undefined, {
          timeout: 3000,
        })
      ).closest('[role=alert]') as HTMLElement,
    );
    const quantity = () => (screen.getByRole('textbox', { name: 'Pieces of Shirts' }) as HTMLInputElement).value;
    expect(quantity()).toBe('7');
    await user.click(notice.getByRole('button', { name: 'Show that version' }));
    await waitFor(() => expect(quantity()).toBe('9'));
    await user.click(screen.getByRole('button', { name: 'Save mine instead' }));
    await waitFor(() => expect(quantity()).toBe('7'));
  });

  it('takes back nothing of a version that someone else has published meanwhile', async () => {
    const { change } = useWardrobe();
    const { user } = show();
    const add = await more();
    change({
      versions: [
        { version: 4, isInUse: true, people: 212, publishedAtUtc: '2026-11-30T09:00:00Z', by: HELEN.name, bulkEditId: null },
      ],
    });
    api.on('PUT /api/organisation/wardrobes/:id/draft', ({ body: { basedOn } }) =>
      basedOn === 4
        ? { draft: { revision: 1, basedOn } }
        : refuse(409, { draft: 'Version 4 of the wardrobe has been published meanwhile. Your changes were not saved.' }),
    );
    await user.click(add);
    await screen.findByText(/^Version 4 of the wardrobe has been published meanwhile/, undefined, { timeout: 3000 });
    expect(saves().map(({ revision, basedOn }) => [revision, basedOn])).toEqual([[null, 3]]);
    await screen.findByRole('button', { name: 'Show version 4' });
    await user.click(screen.getByRole('button', { name: 'Save mine as a new draft' }));
    await waitFor(() => expect(saves().map(({ basedOn }) => basedOn)).toEqual([3, 4]));
  });

  it('says that it could not be saved, and saves again', async () => {
    useWardrobe();
    let isDown = true;
    const { user } = show();
    await more();
    api.on('PUT /api/organisation/wardrobes/:id/draft', ({ body }) =>
      isDown
        ? refuse(503, { server: 'The service is busy.' })
        : {
            draft: {
              revision: (body.revision ?? 0) + 1,
              contents: body.contents as PartsOf<NonNullable<Wardrobe['draft']>['contents']>,
            },
          },
    );
    await user.click(await more());
    await screen.findByText(/The service is busy\. They are kept on this page\./, undefined, { timeout: 3000 });
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Save again' }));
    await (await bar()).findByText(/Saved/);
    expect(screen.queryByText(/The service is busy/)).toBeNull();
  });

  it('deletes a part from the draft at once, and brings it back', async () => {
    useWardrobe();
    const { user } = show();
    const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    await user.click(await screen.findByRole('button', { name: 'Delete Shirts' }));
    await waitFor(() => expect(names()).not.toContain('Shirts'));
    // The keyboard goes on among the groups: the button that was pressed is gone.
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Groups' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(names().slice(0, 2)).toEqual(['Shirts', 'Shoes']));
  });

  it('adds groups to the draft, with names that are not taken', async () => {
    useWardrobe();
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Add group' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(await dialog.findByLabelText(/^Name/), 'shirts');
    await user.click(dialog.getByRole('button', { name: 'Add group' }));
    await dialog.findByText('There is already a group with this name.');
    await user.clear(dialog.getByLabelText(/^Name/));
    await user.type(dialog.getByLabelText(/^Name/), 'Polos');
    await user.type(dialog.getByLabelText('Pieces for each wearer'), '3');
    await user.click(dialog.getByRole('button', { name: 'Add group' }));
    await screen.findByRole('heading', { name: 'Polos' });
    await waitFor(() => expect(saves().at(-1)?.contents.collectionGroups.at(-1)).toMatchObject({ name: 'Polos', id: -1 }), {
      timeout: 3000,
    });
  });

  it('discards the draft, and takes that back', async () => {
    const { begin } = useWardrobe();
    begin(6);
    const { user } = show();
    await user.click(await (await bar()).findByRole('button', { name: 'Discard' }));
    await screen.findByText('Draft discarded.');
    expect(api.requests('DELETE /api/organisation/wardrobes/:id/draft')[0]?.query).toEqual({ revision: '7' });
    expect(screen.queryByRole('region', { name: 'Draft' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(saves().at(-1)?.contents.collectionGroups[0]?.allocatedQuantity).toBe(6), { timeout: 3000 });
  });

  it('says how many have which version while a change is stopped, and asks before it is undone', async () => {
    useWardrobe({
      publication: { version: 4, peopleOnNew: 100, peopleBehind: 112, bulkEditId: 9 },
      versions: [
        { version: 4, isInUse: true, people: 100 },
        { version: 3, people: 112 },
      ],
    });
    const stopped = { ...RUNNING, state: 'stopped', canStop: false, canContinue: true, canUndo: true } as const;
    api.on('GET /api/bulkedits/:id', { bulkEdit: stopped });
    api.on('POST /api/bulkedits/:id/undo', { bulkEdit: { ...RUNNING, id: 10, action: 'undo', undoOfId: 9 } });
    api.on('POST /api/bulkedits/:id/continue', { bulkEdit: RUNNING });
    const { user } = show();
    await screen.findByText(/100 people have version 4, 112 people have version 3\./);
    await screen.findByRole('button', { name: 'Go on' });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(api.requests('POST /api/bulkedits/:id/undo')).toEqual([]);
    await user.click(await dialog.findByRole('button', { name: 'Undo change' }));
    await waitFor(() => expect(api.requests('POST /api/bulkedits/:id/undo')[0]?.params).toEqual({ id: '9' }));
  });

  it('offers to undo the version in use, until it was changed', async () => {
    useWardrobe({ versions: [{ version: 3, isInUse: true, people: 212, bulkEditId: 9 }] });
    api.on('GET /api/bulkedits/:id', { bulkEdit: { ...RUNNING, state: 'finished', canUndo: true } });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Undo version 3' }));
    await within(await screen.findByRole('dialog')).findByText(/The version before it will be in use again/);
  });

  it('says that the draft was begun on an earlier version than that in use', async () => {
    const { begin } = useWardrobe({ versions: [{ version: 5, isInUse: true, people: 212 }] });
    begin(6);
    const { user } = show();
    await (await bar()).findByText(/Begun on version 3/);
    await user.click(await (await bar()).findByRole('button', { name: 'Publish version 6' }));
    await within(await screen.findByRole('dialog')).findByText(
      /^The draft was begun on version 3\. Version 5 has been published since\./,
    );
  });

  it('shows what is in use to people who may not change it', async () => {
    const { begin } = useWardrobe({ canEdit: false });
    begin(6);
    show();
    await screen.findByText('Each wearer 4');
    expect(screen.queryByRole('region', { name: 'Draft' })).toBeNull();
    expect(screen.queryAllByRole('button', { name: /^(Edit|Delete|Add|Change|Move|More|Publish|Discard|Undo)/ })).toEqual([]);
  });

  it('says of a wardrobe without wearers that no one has it yet', async () => {
    const { begin } = useWardrobe({ people: { total: 0, organisationGroups: [] }, versions: [] });
    begin(6);
    api.on('GET /api/organisation/wardrobes/:id/draft/preview', {
      preview: { revision: 7, version: 1, nextVersion: 2, people: 0, changes: ['Shirts: 6 instead of 4 pieces'] },
    });
    const { user } = show();
    await (await bar()).findByText('No one has this wardrobe yet');
    await user.click((await bar()).getByRole('button', { name: 'Publish version 4' }));
    await within(await screen.findByRole('dialog')).findByText(
      'No one has Front of house yet. Publishing changes nothing for anyone.',
    );
  });
});

const RUNNING = {
  id: 9,
  kind: 'wardrobes',
  action: 'wardrobe',
  description: 'Wardrobe “Front of house” of 212 people',
  state: 'running',
  total: 212,
  progress: { done: 100, total: 212 },
  canStop: true,
  undoOfId: null,
} as const;
