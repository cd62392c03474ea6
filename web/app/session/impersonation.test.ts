import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, download } from '../api.ts';
import { queryClient } from '../query-client.ts';
import { onImpersonationChange } from './impersonation-events.ts';
import { endSession, startSession } from './session.ts';

const profileKey = ['GET /api/customerprofile'];
const show = (id: number, acted?: number) =>
  queryClient.setQueryData(profileKey, { id, impersonatedCustomer: acted === undefined ? null : { id: acted } });

let sent: { path: string; headers: Headers }[];
function serverAnswers(body: object, status = 200, meanwhile = () => {}) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, headers: new Headers(init.headers) });
    meanwhile();
    return new Response(JSON.stringify(body), { status, headers: { 'x-filename': 'my-data-20260102.json' } });
  });
}

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  queryClient.clear();
  endSession();
  startSession({ access_token: 'one', refresh_token: 'r', expires_in: 3600 });
  sent = [];
  serverAnswers({});
});

const shownTo = () => sent.map(({ headers }) => headers.get('x-acting-for'));

describe('every request', () => {
  it('says whose pages are shown: one’s own, or those of the person ordered for', async () => {
    await api('GET /api/shopping_cart_items');
    show(7);
    await api('GET /api/shopping_cart_items');
    show(7, 9);
    await api('GET /api/orders', { query: {} });

    expect(shownTo()).toEqual([null, '7', '9']);
  });

  it('but those that are about the session itself', async () => {
    show(7, 9);
    await api('GET /api/customerprofile');
    await api('GET /api/customers/impersonateCancel');
    await api('GET /api/customers/impersonate/:id', { params: { id: 3 } });

    expect(shownTo()).toEqual([null, null, null]);
  });
});

describe('what is asked before it is known whose pages are shown', () => {
  const serverKnows = (shown: number, about: number) =>
    vi.stubGlobal('fetch', async (path: string) => {
      const isProfile = path === '/api/customerprofile';
      const body = isProfile ? { id: shown, impersonatedCustomer: null } : { about };
      return new Response(JSON.stringify(body), { headers: isProfile ? {} : { 'x-acting-for': String(about) } });
    });

  it('is taken once that is known', async () => {
    serverKnows(7, 7);
    await expect(api('GET /api/shopping_cart_items')).resolves.toEqual({ about: 7 });
  });

  it('is refused when it is about somebody else', async () => {
    serverKnows(7, 9);
    await expect(api('GET /api/shopping_cart_items')).rejects.toThrow('This page now shows someone else. Please try again.');
  });
});

describe('a tab that shows somebody else than the session acts for', () => {
  it('is told by the server, and tells', async () => {
    show(7, 9);
    serverAnswers({ errors: { actingFor: ['You are now ordering for yourself.'] } }, 409);
    const heard = vi.fn();
    const stop = onImpersonationChange(heard);

    await expect(api('GET /api/shopping_cart_items')).rejects.toThrow('You are now ordering for yourself.');

    expect(heard).toHaveBeenCalledTimes(1);
    stop();
  });

  it('takes no answer about one person for one about the other', async () => {
    show(7, 9);
    serverAnswers({ items: [] }, 200, () => show(7));

    await expect(api('GET /api/shopping_cart_items')).rejects.toThrow('This page now shows someone else. Please try again.');
  });
});

it('a file comes with its name', async () => {
  const { content, name } = await download('GET /api/mydata');
  expect([name, await content.text()]).toEqual(['my-data-20260102.json', '{}']);
});
