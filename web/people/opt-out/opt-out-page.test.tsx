import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OptOutPage, UndoOptOutPage } from './opt-out-page.tsx';

const api = useStubbedApi();
const GUID = '5b0c6e1c-5d0a-4c3e-9a55-0f6d8e8d7b11';
const UNDONE = 'Opt-out undone';

beforeEach(() => api.on('GET /api/theme/getthemebyhost', {}));

/** Opens the link of an invitation. */
function openLink(reply: PartsOf<ReplyOf<'GET /api/wardrobepptout'>>) {
  api.on('GET /api/wardrobepptout', reply);
  return renderPage(<OptOutPage />, { path: `/wardrobeoptout?id=${GUID}` });
}
const openMail = () => renderPage(<UndoOptOutPage />, { path: `/wardrobeoptout/undo?id=${GUID}` });
const findUndo = () => screen.findByRole('button', { name: 'Undo' });
const getSent = () => api.requests('POST /api/wardrobepptout/undo').map(({ body }) => body);

describe('opting out by a link', () => {
  it('can be undone with a button, which says until when', async () => {
    api.on('POST /api/wardrobepptout/undo', { success: true });
    const { user } = openLink({ success: true, undoUntilUtc: '2026-12-30T10:00:00Z', undone: false });
    await screen.findByRole('heading', { name: 'Uniform Allocation Opt-Out Confirmed' });
    expect(screen.getByText(/^If this was a mistake, you can undo it until 30 Dec 2026\./)).toBeDefined();
    expect(getSent()).toEqual([]);

    await user.click(await findUndo());

    await screen.findByRole('heading', { name: UNDONE });
    expect([getSent(), screen.queryByRole('button', { name: 'Undo' })]).toEqual([[{ customerGuid: GUID }], null]);
  });

  it('cannot be undone here where an administrator did it', async () => {
    openLink({ success: true, undoUntilUtc: null, undone: false });
    await screen.findByText('If this was a mistake, please contact support.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('is said to be undone when the link is opened again', async () => {
    openLink({ success: false, undoUntilUtc: null, undone: true });
    await screen.findByRole('heading', { name: UNDONE });
    expect(screen.queryByText('Your opt out request was unsuccessful.')).toBeNull();
  });
});

describe('the link of the mail that confirms it', () => {
  it('asks, and calls nothing until the button is pressed', async () => {
    api.on('POST /api/wardrobepptout/undo', { success: true });
    const { user } = openMail();
    const button = await findUndo();
    expect([getSent(), api.requests('GET /api/wardrobepptout')]).toEqual([[], []]);

    await user.click(button);

    await screen.findByRole('heading', { name: UNDONE });
    expect(getSent()).toEqual([{ customerGuid: GUID }]);
  });

  it('says whom to ask when it is too late, and offers the button again when the call failed', async () => {
    api.on('POST /api/wardrobepptout/undo', refuse(503, { request: ['The portal is busy. Please try again in a minute.'] }));
    const { user } = openMail();
    await user.click(await findUndo());
    await screen.findByText('The portal is busy. Please try again in a minute.');

    api.on('POST /api/wardrobepptout/undo', { success: false });
    await user.click(await findUndo());
    await screen.findByText('This opt-out can no longer be undone here. Ask your administrator: they can undo it at any time.');
  });
});
