import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { saveTrail } from '#web/app/list-trail.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { PersonTrail } from './person-trail.tsx';

const api = useStubbedApi();

function show(query: Record<string, unknown>, list: string | undefined = 'x=1') {
  sessionStorage.clear();
  api.on('GET /api/organisationresorts', { organisationResorts: [{ id: 4, name: 'Torbay Heights' }] });
  api.on('GET /api/organisationgroups', { organisationGroups: [{ id: 3, name: 'North' }] });
  const trail = { call: 'GET /api/customers', rowsKey: 'customers', search: 'x=1', before: 25, totalCount: 38 };
  saveTrail('people', { ...trail, query, ids: [6, 7, 8] });
  return renderPage(<PersonTrail id={7} />, { path: '/index/customers/7', route: '/index/customers/:id', state: { list } });
}

it('says to what the list was narrowed and which of its people this is, and leads back to their row and to the next one', async () => {
  const { user, address, state } = show({ orderingStatusId: 10, resortId: 4 });
  const back = await screen.findByRole('link', { name: 'People, not started at Torbay Heights · 27 of 38' });
  expect(back.getAttribute('href')).toBe('/index/customers?x=1');
  await user.click(screen.getByRole('button', { name: 'Next person' }));
  expect(address()).toBe('/index/customers/8');
  expect(state()).toEqual({ list: 'x=1' });
});

it('leads back to the row of the person', async () => {
  const { user, address, state } = show({ orderingStatusId: 10, orderingAfterStartDateStatusId: 10, groupIds: [3] });
  await user.click(await screen.findByRole('link', { name: 'People, started without a uniform in North · 27 of 38' }));
  expect([address(), state()]).toEqual(['/index/customers?x=1', { left: [7] }]);
});

it('is only a link to the list for someone who comes from elsewhere', () => {
  show({}, 'another');
  expect(screen.getByRole('link', { name: 'People' }).getAttribute('href')).toBe('/index/customers?another');
  expect(screen.queryByRole('button')).toBeNull();
});
