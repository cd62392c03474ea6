import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { RegistrationsPage } from './registrations-page.tsx';

const api = useStubbedApi();

/** Shows these people's requests. One who is decided on is not listed again. */
async function open(...names: string[]) {
  const waiting = new Map(names.map((firstName, index) => [index + 1, firstName]));
  api.on('GET /api/listsettings/:list', {});
  api.on('GET /api/listviews/:list', {});
  api.on('GET /api/entitlement/requests', {});
  api.on('GET /api/registrationlinks', {});
  api.on('GET /api/registrationrequests', () => ({
    registrationRequests: [...waiting].map(([id, firstName]) => ({
      id,
      firstName,
      lastName: 'Ash',
      link: { id: 1 },
      fingerprint: `seen ${firstName}`,
    })),
    totalCount: waiting.size,
  }));
  for (const call of ['POST /api/registrationrequests/:id/approve', 'POST /api/registrationrequests/:id/reject'] as const)
    api.on(call, ({ params }) => {
      waiting.delete(Number(params.id));
      return {};
    });
  const page = renderPage(<RegistrationsPage />, { caller: { roles: ['OrganisationAdmin'] } });
  await screen.findByRole('heading', { name: `${names[0]} Ash` });
  return { ...page, decide: (id: number) => waiting.delete(id) };
}

const focused = () => document.activeElement?.textContent;

describe('the requests to register', () => {
  it('are those that wait, until another tab is opened', async () => {
    const { user, address } = await open('Ann');
    await user.click(screen.getByRole('link', { name: 'Rejected' }));
    await waitFor(() => expect(address()).toBe('/?state=rejected'));
    await user.click(screen.getByRole('link', { name: 'All' }));
    await waitFor(() => expect(address()).toBe('/?state=all'));
    await user.click(screen.getByRole('link', { name: 'Waiting' }));
    await waitFor(() => expect(address()).toBe('/'));

    const states = api
      .requests('GET /api/registrationrequests')
      .filter(({ query }) => query.page !== undefined)
      .map(({ query }) => query.state);
    expect(new Set(states)).toEqual(new Set(['waiting', 'rejected', undefined]));
  });

  it('leave the focus on the next one after a decision, and on the title after the last', async () => {
    const { user } = await open('Ann', 'Ben', 'Cas');
    await user.click(screen.getByRole('button', { name: 'Reject Ben Ash' }));
    await user.type(screen.getByLabelText('Reason for Ben Ash'), 'Not known here');
    await user.click(screen.getByRole('button', { name: 'Reject request' }));
    await waitFor(() => expect(focused()).toBe('Cas Ash'));
    await user.click(screen.getByRole('button', { name: 'Approve Cas Ash' }));
    await waitFor(() => expect(focused()).toBe('Ann Ash'));
    await user.click(screen.getByRole('button', { name: 'Approve Ann Ash' }));
    await screen.findByRole('heading', { name: 'No requests waiting' });
    await waitFor(() => expect(focused()).toBe('Registrations'));
    const decisions = (
      ['POST /api/registrationrequests/:id/reject', 'POST /api/registrationrequests/:id/approve'] as const
    ).flatMap((call) => api.requests(call).map(({ body }) => body.fingerprint));
    expect(decisions).toEqual(['seen Ben', 'seen Cas', 'seen Ann']);
  });

  it('leave the focus on the button that opened a form which is cancelled', async () => {
    const { user } = await open('Ann');
    await user.click(screen.getByRole('button', { name: 'Reject Ann Ash' }));
    await user.type(screen.getByLabelText('Reason for Ann Ash'), 'x{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reject Ann Ash' })));
  });

  it('are decided by key: reached with Tab, and the reason can be typed at once', async () => {
    const { user } = await open('Ann', 'Ben');
    const tabTo = async (name: string) => {
      for (let pressed = 0; pressed < 60 && document.activeElement?.getAttribute('aria-label') !== name; pressed += 1)
        await user.tab();
      expect(document.activeElement?.getAttribute('aria-label')).toBe(name);
    };
    await tabTo('Reject Ben Ash');
    await user.tab({ shift: true });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Approve Ben Ash');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(focused()).toBe('Ann Ash'));
    await screen.findByText(/^Ben Ash approved\./);
    await user.tab();
    await user.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Reject Ann Ash');
    await user.keyboard('{Enter}');
    await user.keyboard('Not this season');
    await user.tab();
    await user.keyboard('{Enter}');
    await screen.findByText(/^Ann Ash rejected\./);
    const [rejected] = api.requests('POST /api/registrationrequests/:id/reject');
    expect(rejected?.body).toMatchObject({ reason: 'Not this season' });
  });

  it('that someone else has decided say so, and are not listed any more', async () => {
    const { user, decide } = await open('Ann', 'Ben');
    api.on('POST /api/registrationrequests/:id/approve', () => {
      decide(1);
      return refuse(409, { registrationRequest: 'This request has already been rejected.' });
    });
    await user.click(screen.getByRole('button', { name: 'Approve Ann Ash' }));
    await screen.findByText('This request has already been rejected.');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Ann Ash' })).toBeNull());
    screen.getByRole('heading', { name: 'Ben Ash' });
  });
});
