import type { LoaderFunctionArgs } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../query-client.ts';
import { adminGuard, landingGuard, permissionGuard, sessionGuard } from './guards.ts';
import { endSession, startSession } from './session.ts';

const opening = (path: string) => ({ request: new Request(`https://uniforms.example${path}`) }) as LoaderFunctionArgs;

/** Where a guard sends somebody; `passes` when it lets them through. */
const outcome = async (guard: Promise<unknown>) =>
  guard.then(
    () => 'passes',
    (thrown: unknown) => (thrown instanceof Response ? thrown.headers.get('location') : Promise.reject(thrown)),
  );

function logInAs(profile: { permissions?: string[]; roles?: string[] }, status = 200): void {
  startSession({ access_token: 'one', refresh_token: 'r-one', expires_in: 3600 });
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/customerprofile'
      ? new Response(JSON.stringify({ permissions: [], roles: [], punchoutOperation: null, ...profile }), { status })
      : new Response('{}', { status: 400 }),
  );
}

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  queryClient.clear();
  endSession();
});

it('whoever has no session is led to the login, and back afterwards', async () => {
  expect(await outcome(sessionGuard(opening('/index/orders?page=2')))).toBe('/login?returnUrl=%2Findex%2Forders%3Fpage%3D2');
  expect(await outcome(adminGuard(opening('/index/home')))).toBe('/login?returnUrl=%2Findex%2Fhome');
});

it('whoever has a session passes', async () => {
  logInAs({});
  expect(await outcome(sessionGuard(opening('/index/orders')))).toBe('passes');
});

it('a session that the server no longer knows leads to the login', async () => {
  logInAs({}, 401);
  expect(await outcome(sessionGuard(opening('/index/orders')))).toBe('/login?returnUrl=%2Findex%2Forders');
});

it('one of the permissions is enough, none leads to where the person may start', async () => {
  logInAs({ permissions: ['AllowProductsModal'] });
  expect(await outcome(permissionGuard('AllowProducts', 'AllowProductsModal')(opening('/index/products')))).toBe('passes');
  expect(await outcome(permissionGuard('AllowStockEnquiry')(opening('/index/stock')))).toBe('/index');
});

it('administrators pass where others are sent home', async () => {
  logInAs({ roles: ['OrganisationAdmin'] });
  expect(await outcome(adminGuard(opening('/index/people')))).toBe('passes');
  queryClient.clear();
  logInAs({ roles: ['OrganisationBuyer'] });
  expect(await outcome(adminGuard(opening('/index/people')))).toBe('/index/home');
});

it('the start leads to the landing page, or back to the login where there is none', async () => {
  logInAs({ permissions: ['AllowUniformBuilder'] });
  expect(await outcome(landingGuard(opening('/index')))).toBe('/index/uniform-builder');
  queryClient.clear();
  logInAs({ permissions: [] });
  expect(await outcome(landingGuard(opening('/index')))).toBe('/login');
});
