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
  it('names the person whose pages are shown: the caller or the impersonated person', async () => {
    await api('GET /api/shopping_cart_items');
    show(7);
    await api('GET /api/shopping_cart_items');
    show(7, 9);
    await api('GET /api/orders', { query: {} });

    expect(shownTo()).toEqual([null, '7', '9']);
  });

  it('except those about the session itself', async () => {
    show(7, 9);
    await api('GET /api/customerprofile');
    await api('GET /api/customers/impersonateCancel');
    await api('GET /api/customers/impersonate/:id', { params: { id: 3 } });

    expect(shownTo()).toEqual([null, null, null]);
  });
});

describe('a request sent before the profile is known', () => {
  const serverKnows = (shown: number, about: number) =>
    vi.stubGlobal('fetch', async (path: string) => {
      const isProfile = path === '/api/customerprofile';
      const body = isProfile ? { id: shown, impersonatedCustomer: null } : { about };
      return new Response(JSON.stringify(body), { headers: isProfile ? {} : { 'x-acting-for': String(about) } });
    });

  it('is accepted once the profile is known', async () => {
    serverKnows(7, 7);
    await expect(api('GET /api/shopping_cart_items')).resolves.toEqual({ about: 7 });
  });

  it('is rejected when it is about someone else', async () => {
    serverKnows(7, 9);
    await expect(api('GET /api/shopping_cart_items')).rejects.toThrow('This page now shows someone else. Please try again.');
  });
});

describe('a tab that shows another person than the session acts for', () => {
  it('learns it from the server, and notifies its listeners', async () => {
    show(7, 9);
    serverAnswers({ errors: { actingFor: ['You are now ordering for yourself.'] } }, 409);
    const heard = vi.fn();
    const stop = onImpersonationChange(heard);

    await expect(api('GET /api/shopping_cart_items')).rejects.toThrow('You are now ordering for yourself.');

    expect(heard).toHaveBeenCalledTimes(1);
    stop();
  });

  it('does not accept a response about another person', async () => {
    show(7, 9);
    serverAnswers({ items: [] }, 200, () => show(7));

    await expect(api('GET /api/shopping_cart_items')).rejects.toThrow('This page now shows someone else. Please try again.');
  });
});

it('a file comes with its name', async () => {
  const { content, name } = await download('GET /api/mydata');
  expect([name, await content.text()]).toEqual(['my-data-20260102.json', '{}']);
});
