import { act, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { closeAlert } from '#web/ui/feedback/alerts.ts';
import { deleteDrafts } from '#web/ui/forms/use-draft.ts';
import { NewTopicPage, TopicPage } from './topic-page.tsx';

const api = useStubbedApi();

const saved = {
  id: 7,
  version: 3,
  systemName: 'christmas',
  title: 'Christmas',
  body: '<p>We deliver until 23 December.</p>',
  portalLocation: 'home' as const,
  isPublished: true,
  organisationIds: [1],
  audience: 'Meridian Resorts',
};

beforeEach(() => {
  deleteDrafts();
  closeAlert();
  api.on('GET /api/operator/me', { operator: { kind: 'operator', name: 'Olive', rights: ['catalogue'] } });
  api.on('GET /api/operator/content/audiences', {
    roles: [{ id: 34, name: 'Staff' }],
    brands: [
      {
        ...{ id: 1, name: 'Sundial Uniforms', theme: 'sundial' },
        organisations: [
          { id: 1, name: 'Meridian Resorts', groups: [{ id: 10, name: 'Kitchen' }] },
          { id: 2, name: 'Hallam Hotels' },
        ],
      },
      { id: 2, name: 'Alder & Vane', theme: 'alder', organisations: [{ id: 3, name: 'Corvane' }] },
    ],
  });
  api.on('POST /api/operator/content/audience/count', { organisations: 1, people: 1240 });
  api.on('GET /api/operator/topics/:id', { topic: saved });
  api.on('GET /api/operator/topics/:id/history', {});
  api.on('GET /api/operator/listsettings/:list', {});
});

const open = () =>
  renderPage(<TopicPage />, { path: '/operator/content/topics/7', route: '/operator/content/topics/:id', isOperator: true });
const openNew = () =>
  renderPage(<NewTopicPage />, { path: '/operator/content/topics/new', route: '/operator/content/topics/new', isOperator: true });

async function type(html: string) {
  const { editor } = (await screen.findByRole('textbox', { name: 'Text' })) as HTMLElement & { editor: Editor };
  act(() => void editor.commands.setContent(html, { emitUpdate: true }));
}

async function choose(user: ReturnType<typeof open>['user'], field: RegExp, name: string) {
  await user.click(screen.getByRole('button', { name: field }));
  await user.click(screen.getByRole('checkbox', { name }));
}

describe('a new topic', () => {
  it('is published after it has said how many people it reaches', async () => {
    api.on('POST /api/operator/topics', { topic: saved, leftOut: ['A link was left out.'] });
    const { user, address } = openNew();
    await user.type(await screen.findByLabelText('Title'), 'Christmas');
    await type('<p>We deliver until 23 December.</p>');
    await choose(user, /^Clients/, 'Meridian Resorts');
    await user.click(screen.getByRole('checkbox', { name: /^Published/ }));
    await screen.findByText('Reaches 1,240 people at 1 client.');
    await user.click(screen.getByRole('button', { name: 'Publish topic' }));
    const question = await screen.findByRole('dialog', { name: 'Show it to people?' });
    within(question).getByText('It reaches 1,240 people at 1 client.');
    expect(api.requests('POST /api/operator/topics')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(address()).toBe('/operator/content/topics/7'));
    expect(api.requests('POST /api/operator/topics')[0]?.body).toMatchObject({
      title: 'Christmas',
      body: '<p>We deliver until 23 December.</p>',
      portalLocation: 'home',
      isPublished: true,
      organisationIds: [1],
    });
  });

  it('is saved as a draft without a question, and not without readers', async () => {
    api.on('POST /api/operator/topics', { topic: { ...saved, isPublished: false }, leftOut: [] });
    const { user } = openNew();
    await user.type(await screen.findByLabelText('Title'), 'Christmas');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await screen.findByText('Choose at least one brand or client.');
    await user.click(screen.getByRole('checkbox', { name: 'All clients of Alder & Vane' }));
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(api.requests('POST /api/operator/topics')).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('of the log-in page is for brands as a whole', async () => {
    const { user } = openNew();
    await user.selectOptions(await screen.findByLabelText('Place'), 'Login page');
    expect(screen.queryByText('Clients')).toBeNull();
    expect(screen.queryByText('Roles')).toBeNull();
    screen.getByRole('checkbox', { name: 'All clients of Sundial Uniforms' });
  });
});

describe('a topic', () => {
  it('is changed without a question where it reaches no one else, and sends only what was changed', async () => {
    api.on('PUT /api/operator/topics/:id', {
      topic: { ...saved, title: 'Christmas 2026', version: 4 },
      leftOut: ['A link was left out.'],
    });
    const { user } = open();
    await user.type(await screen.findByLabelText('Title'), ' 2026');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Saved. A link was left out.');
    expect(api.requests('PUT /api/operator/topics/:id')[0]?.body).toEqual({ title: 'Christmas 2026', version: 3 });
  });

  it('shows both texts when someone else has saved meanwhile', async () => {
    api.on('PUT /api/operator/topics/:id', () => {
      api.on('GET /api/operator/topics/:id', { topic: { ...saved, body: '<p>Until <strong>noon</strong>.</p>', version: 4 } });
      return refuse(409, { topic: 'Someone else has changed this in the meantime.' });
    });
    const { user } = open();
    await screen.findByLabelText('Title');
    await type('<p>Until midnight.</p>');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Until noon.');
    await user.click(screen.getByRole('button', { name: 'Use saved value: Text' }));
    const { editor } = screen.getByRole('textbox', { name: 'Text' }) as HTMLElement & { editor: Editor };
    await waitFor(() => expect(editor.getText()).toBe('Until noon.'));
  });

  it('keeps what was typed in the tab', async () => {
    const first = open();
    await screen.findByLabelText('Title');
    await type('<p>Half a sentence</p>');
    first.unmount();
    open();
    const text = await screen.findByRole('textbox', { name: 'Text' });
    expect(text.textContent).toBe('Half a sentence');
  });

  it('is read only for who may not change it, and says why', async () => {
    api.on('GET /api/operator/topics/:id', {
      topic: { ...saved, refusal: 'This is also shown to clients of brands that are not yours.' },
    });
    open();
    await screen.findByText(/brands that are not yours/);
    expect(screen.getByLabelText('Title').matches(':disabled, fieldset:disabled *')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
    const text = await screen.findByRole('textbox', { name: 'Text' });
    expect(text.getAttribute('contenteditable')).toBe('false');
  });

  it('is deleted at once, and put back by Undo', async () => {
    api.on('DELETE /api/operator/topics/:id', {});
    api.on('POST /api/operator/topics/:id/restore', { topic: saved });
    const { user, address } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(address()).toBe('/operator/content/topics'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone. “Christmas” has been restored.');
  });

  it('is copied to other clients as drafts', async () => {
    api.on('POST /api/operator/topics/:id/copies', { topics: [{ id: 8 }, { id: 9 }] });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Copy to other clients' }));
    const dialog = await screen.findByRole('dialog', { name: 'Copy to other clients' });
    await user.click(within(dialog).getByRole('button', { name: /^Clients/ }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Hallam Hotels' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Corvane' }));
    await user.click(within(dialog).getByRole('button', { name: 'Add 2 drafts' }));
    await screen.findByText('2 drafts added. No one sees them until you publish.');
    expect(api.requests('POST /api/operator/topics/:id/copies')[0]?.body).toEqual({ brandIds: [], organisationIds: [2, 3] });
  });

  it('is previewed as the server would store it, in each brand and width', async () => {
    api.on('GET /api/operator/topics/:id', { topic: { ...saved, brandIds: [2] } });
    api.on('POST /api/operator/topics/preview', { body: '<p>Cleaned</p>', leftOut: ['Scripts were left out.'] });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Preview' }));
    const dialog = await screen.findByRole('dialog', { name: 'Preview' });
    await within(dialog).findByText('Scripts were left out.');
    const frames = ['on a phone', 'on a computer'];
    for (const width of frames) {
      const frame = within(dialog).getByTitle(`Sundial Uniforms, ${width}`) as HTMLIFrameElement;
      await waitFor(() => expect(frame.contentDocument?.body.textContent).toContain('Cleaned'));
    }
    await user.click(within(dialog).getByRole('button', { name: 'Alder & Vane' }));
    within(dialog).getByTitle('Alder & Vane, on a phone');
  });
});
