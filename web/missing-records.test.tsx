import { screen, waitFor, within } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import type { RouteObject } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { OPERATOR_RIGHTS } from '#contract/identity/operators/operator-rights.ts';
import { type Call, contract } from '#contract/index.ts';
import { operatorPages } from './operator/operator-pages.ts';
import { startOperatorSession } from './operator/session/operator-session.ts';
import { routes } from './routes.tsx';
import { renderPage } from './testing/render-page.tsx';
import { refuse, useStubbedApi } from './testing/stubbed-api.ts';

const api = useStubbedApi();

/** An id that nothing has. */
const UNKNOWN = 987_654;
/** Calls that name what they ask for in the query. */
const BY_QUERY: readonly Call[] = ['GET /api/operator/packing'];
/** Calls with an id or a name in their path that the pages need besides what they show. */
const SETTINGS = /listsettings|listviews|portallocation|histor/;

beforeEach(() => {
  for (const call of Object.keys(contract) as Call[])
    if (call.startsWith('GET '))
      api.on(
        call,
        (call.includes('/:') && !SETTINGS.test(call)) || BY_QUERY.includes(call)
          ? refuse(404, { record: 'Record not found.' })
          : {},
      );
});

const fillIn = (path: string) => path.replace(/:(\w+)\??/g, (_, name: string) => (name === 'name' ? 'name' : String(UNKNOWN)));

/** The pages of the portal with an id in their address. */
const listPages = (all: readonly RouteObject[]): RouteObject[] =>
  all.flatMap((route) => [...(route.path?.includes(':') && route.lazy ? [route] : []), ...listPages(route.children ?? [])]);

/** Pages whose parameter is no id, and those in a frame that says itself what does not exist; see their own tests. */
const OTHERS = /:kind|uniform-builder|formerSettings/;

const pages: [string, () => Promise<ComponentType>, boolean][] = [
  ...listPages(routes)
    .filter(({ path = '' }) => !OTHERS.test(path))
    .map(({ path = '', lazy }): [string, () => Promise<ComponentType>, boolean] => [
      path,
      async () => ((await (lazy as () => Promise<object>)()) as { Component: ComponentType }).Component,
      false,
    ]),
  ...operatorPages
    .filter(({ path }) => path.includes(':'))
    .map(({ path, Page }): [string, () => Promise<ComponentType>, boolean] => [`/operator/${path}`, async () => Page, true]),
];

it.each(pages)('%s says that what does not exist is not there, and leads on', async (route, load, isOperator) => {
  if (isOperator) {
    startOperatorSession('token');
    api.on('GET /api/operator/me', { operator: { kind: 'operator', name: 'Olive Operator', rights: [...OPERATOR_RIGHTS] } });
  }
  const Page = await load();
  renderPage(
    <Suspense>
      <Page />
    </Suspense>,
    {
      path: fillIn(route),
      route,
      isOperator,
      isStrict: false,
      caller: { roles: ['OrganisationAdmin'], permissions: ['AllowProducts', 'AllowUniformBuilder'] },
    },
  );

  await screen.findAllByText(/not found|an order with this number/i);
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  expect(document.body.textContent).not.toMatch(/could not be (loaded|shown|calculated)/);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  const main = within(screen.getByRole('main'));
  expect(main.queryAllByRole('link').map((link) => link.getAttribute('href'))).not.toEqual([]);
});
