import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { DelegationsPage } from './delegations-page.tsx';

const api = useStubbedApi();
const RUTH = { id: 1, name: 'Ruth Okafor' };
const TOM = { id: 2, name: 'Tom Ashby' };
const RUNNING = {
  id: 5,
  approver: RUTH,
  delegate: TOM,
  startsOn: '2026-03-02',
  endsOn: '2026-03-09',
  isRunning: true,
  canEnd: true,
};

/** Shows the delegations to Ruth. */
async function showDelegations(parts: PartsOf<ReplyOf<'GET /api/approvals/delegations'>>) {
  api.on('GET /api/approvals/delegations', parts);
  const page = renderPage(<DelegationsPage />);
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading delegations' })).toBeNull());
  return page;
}

describe('the list', () => {
  it.each([
    [{ approver: RUTH, delegate: TOM }, 'Tom Ashby decides for you'],
    [{ approver: TOM, delegate: RUTH }, 'You decide for Tom Ashby'],
    [{ approver: TOM, delegate: { id: 3, name: 'Ada Byron' } }, 'Ada Byron decides for Tom Ashby'],
  ])('says who decides for whom: %j', async (people, text) => {
    await showDelegations({ delegations: [{ ...RUNNING, ...people }] });
    await screen.findByRole('heading', { level: 2, name: new RegExp(`^${text}`) });
    await screen.findByText('2 Mar 2026 to 9 Mar 2026');
  });

  it('offers only what the caller may do', async () => {
    await showDelegations({ delegations: [{ ...RUNNING, canEnd: false }] });
    await screen.findByText('Now');
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('says that there are none', async () => {
    await showDelegations({ canDelegateForOthers: true });
    await screen.findByText('No approver has named anyone to decide in their place.');
  });

  it('that cannot be loaded can be asked for again', async () => {
    api.on('GET /api/approvals/delegations', refuse(500, { server: 'Please try again.' }));
    const { user } = renderPage(<DelegationsPage />);
    await screen.findByText('The delegations could not be loaded.');
    api.on('GET /api/approvals/delegations', {});
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('You decide for no one else, and no one else decides for you.');
  });
});

describe('ending a delegation', () => {
  const open = async (parts: PartsOf<typeof RUNNING> = {}) => {
    const page = await showDelegations({ delegations: [{ ...RUNNING, ...parts }] });
    const button = await screen.findByRole('button', { name: /^End: / });
    await page.user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'End this delegation?' }));
    return { ...page, button, dialog };
  };

  it.each([
    [{}, /^You decide on orders again immediately, instead of Tom Ashby\./],
    [{ isRunning: false }, /^Tom Ashby will not decide on these days \(2 Mar 2026 to 9 Mar 2026\)\./],
  ])('says what it means: %j', async (parts, text) => {
    const { dialog } = await open(parts);
    dialog.getByText(text);
  });

  it('happens after the question, and the list follows', async () => {
    const { user, dialog } = await open();
    api.on('DELETE /api/approvals/delegations/:id', {});
    api.on('GET /api/approvals/delegations', {});
    await user.click(dialog.getByRole('button', { name: 'End delegation' }));
    await screen.findByText('Delegation ended. Both people will receive an email.');
    await screen.findByText('You decide for no one else, and no one else decides for you.');
    expect(api.requests('DELETE /api/approvals/delegations/:id').map(({ params }) => params.id)).toEqual(['5']);
  });

  it('can be called off, which gives the focus back', async () => {
    const { user, button } = await open();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(api.requests('DELETE /api/approvals/delegations/:id')).toEqual([]);
  });

  it('that is refused leaves the question open', async () => {
    const { user, dialog } = await open();
    api.on('DELETE /api/approvals/delegations/:id', refuse(409, { id: 'It has ended already.' }));
    await user.click(dialog.getByRole('button', { name: 'End delegation' }));
    await screen.findByText('It has ended already.');
    screen.getByRole('dialog', { name: 'End this delegation?' });
  });
});
