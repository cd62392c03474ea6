import { type LoaderFunctionArgs, matchRoutes } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { patterns } from './app/paths.ts';
import { queryClient } from './app/query-client.ts';
import { SEARCH_PAGES } from './app/search/search-pages.ts';
import type { Profile } from './app/session/profile.ts';
import { endSession, startSession } from './app/session/session.ts';
import { routes } from './routes.tsx';

const ORIGIN = 'https://uniforms.example';

const base = {
  permissions: ['AllowDashboard'],
  roles: [],
  adminableOrganisationGroupIds: [],
  organisationCollections: [],
  allowOrderApproval: false,
  isApprovalDelegate: false,
  impersonatedCustomer: null,
  punchoutOperation: null,
};
const wearer = {
  ...base,
  roles: ['OrganisationStaff'],
  permissions: ['AllowUniformBuilder'],
  organisationCollections: [{ id: 1 }],
};
const buyer = { ...base, roles: ['OrganisationBuyer'], permissions: ['AllowDashboard', 'AllowProducts'] };
const admin = {
  ...base,
  roles: ['OrganisationAdmin'],
  permissions: ['AllowDashboard', 'AllowProducts', 'AllowUniformBuilder'],
};

const profiles = {
  'someone without permission to order': base,
  'a wearer': wearer,
  'a buyer': buyer,
  'someone who buys in dialogs': { ...buyer, permissions: ['AllowProductsModal'] },
  'someone with the ad hoc list': { ...buyer, permissions: ['AllowAdhocOrder'] },
  'someone who orders ad hoc in dialogs': { ...buyer, permissions: ['AllowAdhocOrderModal'] },
  'an approver': { ...buyer, allowOrderApproval: true },
  sales: { ...base, roles: ['OrganisationSales'], permissions: ['AllowProducts', 'AllowStockEnquiry'] },
  'sales who see the figures': { ...base, roles: ['OrganisationSales'], permissions: ['AllowDashboard', 'AllowProducts'] },
  'an administrator': admin,
  'an administrator of a group': { ...admin, adminableOrganisationGroupIds: [3] },
  'an administrator ordering for a wearer': { ...admin, allowOrderApproval: true, impersonatedCustomer: wearer },
};

/** Whether the guards of all routes to a page let the person through. */
async function passesGuards(path: string): Promise<boolean> {
  for (const { route } of matchRoutes(routes, path) ?? []) {
    if (route.path === '*') return false;
    if (typeof route.loader !== 'function') continue;
    const args = { request: new Request(ORIGIN + path), params: {} } as LoaderFunctionArgs;
    try {
      await (route.loader as (args: LoaderFunctionArgs) => unknown)(args);
    } catch (thrown) {
      if (thrown instanceof Response) return false;
      throw thrown;
    }
  }
  return true;
}

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('location', { origin: ORIGIN });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  queryClient.clear();
  endSession();
});

describe.each(Object.entries(profiles))('the search offers %s', (_who, profile) => {
  it('no page that would send them away', async () => {
    startSession({ access_token: 'one', refresh_token: 'r-one', expires_in: 3600 });
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/api/customerprofile' ? new Response(JSON.stringify(profile)) : new Response('{}', { status: 400 }),
    );
    const offered = SEARCH_PAGES.filter(({ canOpen }) => canOpen(profile as unknown as Profile));
    const refused = [];
    for (const { to } of offered) if (!(await passesGuards(to))) refused.push(to);

    expect(offered.length).toBeGreaterThan(4);
    expect(refused).toEqual([]);
  });
});

/** Pages without an id in their path that the search leaves out, because people come to them from another page, or they redirect. */
const LEFT_OUT: readonly string[] = [
  patterns.landing,
  patterns.checkout,
  patterns.stock,
  patterns.builderOrder,
  patterns.madeToMeasureNew,
  patterns.settings,
];

it('the search knows every page', () => {
  const pages = Object.values(patterns).filter((pattern) => pattern.startsWith(patterns.landing) && !pattern.includes(':'));
  const known = new Set(SEARCH_PAGES.map(({ to }) => to));
  expect(pages.filter((pattern) => !known.has(pattern) && !LEFT_OUT.includes(pattern))).toEqual([]);
});
