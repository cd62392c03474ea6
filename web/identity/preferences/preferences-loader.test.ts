import type { LoaderFunctionArgs } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import { endSession, isLoggedIn, startSession } from '#web/app/session/session.ts';
import * as alerts from '#web/ui/feedback/alerts.ts';
import { preferencesLoader } from './preferences-loader.ts';

const opening = { request: new Request('https://uniforms.example/preferences') } as LoaderFunctionArgs;
const outcome = () =>
  preferencesLoader(opening).then(
    () => 'passes',
    (thrown: unknown) => (thrown instanceof Response ? thrown.headers.get('location') : Promise.reject(thrown)),
  );
const answers = (status: number, body: object) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  queryClient.clear();
  endSession();
  startSession({ access_token: 'one', refresh_token: 'r-one', expires_in: 3600 });
});

it('fetches the customer again each time, and shows the page', async () => {
  const fetchMock = vi.fn(async () => new Response(JSON.stringify({ id: 1, impersonatedCustomer: null })));
  vi.stubGlobal('fetch', fetchMock);
  queryClient.setQueryData(['GET /api/customerprofile'], { id: 1, firstName: 'Old', impersonatedCustomer: null });

  expect(await outcome()).toBe('passes');
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

it('shows the error, logs out and goes to the login when the customer cannot be loaded', async () => {
  answers(500, { errors: { server: ['Something went wrong on our side.'] } });
  const shown = vi.spyOn(alerts, 'showError');

  expect(await outcome()).toBe('/login');

  expect(shown).toHaveBeenCalledWith(expect.objectContaining({ message: 'Something went wrong on our side.' }), {
    persistent: true,
  });
  expect(isLoggedIn()).toBe(false);
});

it('redirects during impersonation, and without a session', async () => {
  answers(200, { id: 1, impersonatedCustomer: { id: 2 } });
  expect(await outcome()).toBe('/index');
  endSession();
  expect(await outcome()).toBe('/login?returnUrl=%2Fpreferences');
});
