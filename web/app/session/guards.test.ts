import type { LoaderFunctionArgs } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../query-client.ts';
import {
  adminGuard,
  homeGuard,
  impersonationGuard,
  landingGuard,
  peopleGuard,
  permissionGuard,
  rangeImportGuard,
  selfServiceGuard,
  sessionGuard,
  startGuard,
  twinGuard,
} from './guards.ts';
import { consumePostLoginRedirect } from './post-login-redirect.ts';
import { endSession, startSession } from './session.ts';

const opening = (path: string) => ({ request: new Request(`https://uniforms.example${path}`) }) as LoaderFunctionArgs;

/** The path a guard redirects to; `passes` without a redirect. */
const outcome = async (guard: Promise<unknown>) =>
  guard.then(
    () => 'passes',
    (thrown: unknown) => (thrown instanceof Response ? thrown.headers.get('location') : Promise.reject(thrown)),
  );

interface Known {
  permissions?: string[];
  roles?: string[];
  adminableOrganisationGroupIds?: number[];
  termsAndConditionsRequired?: boolean;
  allowOrderApproval?: boolean;
  isApprovalDelegate?: boolean;
  impersonatedCustomer?: Known;
}

function logInAs(profile: Known, status = 200): void {
  startSession({ access_token: 'one', refresh_token: 'r-one', expires_in: 3600 });
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/customerprofile'
      ? new Response(
          JSON.stringify({ permissions: [], roles: [], punchoutOperation: null, impersonatedCustomer: null, ...profile }),
          { status },
        )
      : new Response('{}', { status: 400 }),
  );
}

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('location', { origin: 'https://uniforms.example' });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  queryClient.clear();
  endSession();
});

it('without a session redirects to the login, which leads back afterwards', async () => {
  expect(await outcome(sessionGuard(opening('/index/orders?page=2')))).toBe('/login?returnUrl=%2Findex%2Forders%3Fpage%3D2');
  expect(await outcome(adminGuard(opening('/index/home')))).toBe('/login?returnUrl=%2Findex%2Fhome');
});

it('passes with a session', async () => {
  logInAs({});
  expect(await outcome(sessionGuard(opening('/index/orders')))).toBe('passes');
});

it('a session that the server no longer knows leads to the login', async () => {
  logInAs({}, 401);
  expect(await outcome(sessionGuard(opening('/index/orders')))).toBe('/login?returnUrl=%2Findex%2Forders');
});

it('requires one of the permissions; without any redirects to the landing page', async () => {
  logInAs({ permissions: ['AllowProductsModal'] });
  expect(await outcome(permissionGuard('AllowProducts', 'AllowProductsModal')(opening('/index/products')))).toBe('passes');
  expect(await outcome(permissionGuard('AllowStockEnquiry')(opening('/index/stock')))).toBe('/index');
});

it.each([
  [['AllowAdhocOrder'], 'passes'],
  [['AllowAdhocOrder', 'AllowAdhocOrderModal'], 'passes'],
  [['AllowAdhocOrderModal'], '/index/adhoc-order-modal'],
  [['AllowProducts'], '/index'],
])('of two pages opens the one of the permission: %j', async (permissions, expected) => {
  logInAs({ permissions });
  const guard = twinGuard('AllowAdhocOrder', { permission: 'AllowAdhocOrderModal', path: '/index/adhoc-order-modal' });
  expect(await outcome(guard(opening('/index/adhoc-order')))).toBe(expected);
});

it.each<[string, Known, string]>([
  ['orders only their own uniform', { permissions: ['AllowUniformBuilder'] }, '/index/uniform-builder'],
  ['may look at the stock besides', { permissions: ['AllowUniformBuilder', 'AllowStockEnquiry'] }, '/index/uniform-builder'],
  [
    'has the dashboard without being an administrator',
    { permissions: ['AllowUniformBuilder', 'AllowDashboard'] },
    '/index/uniform-builder',
  ],
  ['orders products as well', { permissions: ['AllowUniformBuilder', 'AllowProducts'] }, 'passes'],
  ['orders nothing', { permissions: [] }, 'passes'],
  ['approves orders', { permissions: ['AllowUniformBuilder'], allowOrderApproval: true }, 'passes'],
  ['approves in the place of someone', { permissions: ['AllowUniformBuilder'], isApprovalDelegate: true }, 'passes'],
  ['is an administrator', { permissions: ['AllowUniformBuilder'], roles: ['OrganisationAdmin'] }, 'passes'],
  [
    'orders for a wearer',
    {
      permissions: ['AllowProducts'],
      roles: ['OrganisationSales'],
      impersonatedCustomer: { permissions: ['AllowUniformBuilder'], roles: [] },
    },
    '/index/uniform-builder',
  ],
])('home is the page of their uniform for someone who %s: %j', async (_who, profile, expected) => {
  logInAs(profile);
  expect(await outcome(homeGuard(opening('/index/home')))).toBe(expected);
});

it('administrators pass where others are sent home', async () => {
  logInAs({ roles: ['OrganisationAdmin'] });
  expect(await outcome(adminGuard(opening('/index/customers')))).toBe('passes');
  queryClient.clear();
  logInAs({ roles: ['OrganisationBuyer'] });
  expect(await outcome(adminGuard(opening('/index/customers')))).toBe('/index/home');
});

it('the range is imported by administrators of the whole organisation', async () => {
  const open = () => outcome(rangeImportGuard(opening('/index/range/import')));
  logInAs({ roles: ['OrganisationAdmin'], adminableOrganisationGroupIds: [] });
  expect(await open()).toBe('passes');
  queryClient.clear();
  logInAs({ roles: ['OrganisationAdmin'], adminableOrganisationGroupIds: [7] });
  expect(await open()).toBe('/index/range');
  queryClient.clear();
  logInAs({ roles: ['OrganisationBuyer'], adminableOrganisationGroupIds: [] });
  expect(await open()).toBe('/index/home');
});

it('the empty path redirects to the landing page with a session, to the login without one', async () => {
  const open = async () => startGuard();
  expect(await outcome(open())).toBe('/login');
  logInAs({});
  expect(await outcome(open())).toBe('/index');
});

it('/index redirects to the landing page, or to the login if there is none', async () => {
  logInAs({ permissions: ['AllowUniformBuilder'] });
  expect(await outcome(landingGuard(opening('/index')))).toBe('/index/uniform-builder');
  queryClient.clear();
  logInAs({ permissions: [] });
  expect(await outcome(landingGuard(opening('/index')))).toBe('/login');
});

describe('during impersonation', () => {
  const impersonating = (permissions: string[], roles: string[] = []) =>
    logInAs({
      permissions: ['AllowDashboard', 'AllowProducts'],
      roles: ['OrganisationAdmin'],
      impersonatedCustomer: { permissions, roles },
    });

  it('the permissions of the impersonated person decide, not those of the caller', async () => {
    impersonating(['AllowProducts']);
    expect(await outcome(landingGuard(opening('/index')))).toBe('/index/products');
    expect(await outcome(permissionGuard('AllowProducts')(opening('/index/products')))).toBe('passes');
    expect(await outcome(permissionGuard('AllowDashboard')(opening('/index/home')))).toBe('/index');
    expect(await outcome(adminGuard(opening('/index/customers')))).toBe('/index/home');
  });

  it('without an ordering permission of the person, the orders are shown', async () => {
    impersonating([]);
    expect(await outcome(landingGuard(opening('/index')))).toBe('/index/orders');
  });

  it('pages about one’s own account and a second impersonation are not available', async () => {
    impersonating(['AllowProducts']);
    expect(await outcome(selfServiceGuard(opening('/index/profile')))).toBe('/index');
    expect(await outcome(impersonationGuard(opening('/index/customers/7')))).toBe('/index');
    expect(await outcome(peopleGuard(opening('/index/customers')))).toBe('/index');
  });
});

it('administrators, sales and buyers can list people, and all but buyers can open one', async () => {
  for (const [role, list, person] of [
    ['OrganisationAdmin', 'passes', 'passes'],
    ['OrganisationSales', 'passes', 'passes'],
    ['OrganisationBuyer', 'passes', '/index'],
    ['OrganisationStaff', '/index', '/index'],
  ] as const) {
    queryClient.clear();
    logInAs({ roles: [role] });
    expect([role, await outcome(peopleGuard(opening('/index/customers')))]).toEqual([role, list]);
    expect([role, await outcome(impersonationGuard(opening('/index/customers/7')))]).toEqual([role, person]);
  }
  expect(await outcome(selfServiceGuard(opening('/index/profile')))).toBe('passes');
});

it('required terms come before every screen of the portal, which is saved; not before the preferences', async () => {
  logInAs({ permissions: ['AllowUniformBuilder'], termsAndConditionsRequired: true });

  expect(await outcome(sessionGuard(opening('/index/orders?page=2')))).toBe('/preferences');
  expect(consumePostLoginRedirect()).toBe('/index/orders?page=2');
  expect(await outcome(sessionGuard(opening('/index')))).toBe('/preferences');
  expect(consumePostLoginRedirect()).toBe('/index/uniform-builder');
  expect(await outcome(landingGuard(opening('/index')))).toBe('/preferences');
  expect(consumePostLoginRedirect()).toBe('/index/uniform-builder');
  expect(await outcome(sessionGuard(opening('/preferences')))).toBe('passes');
  expect(consumePostLoginRedirect()).toBeUndefined();
});
