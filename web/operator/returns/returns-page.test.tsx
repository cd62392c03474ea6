import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OperatorReturnsPage } from './returns-page.tsx';

const api = useStubbedApi();

function show(path = '/operator/returns') {
  for (const call of [
    'GET /api/operator/me',
    'GET /api/operator/listsettings/:list',
    'GET /api/operator/listviews/:list',
  ] as const)
    api.on(call, {});
  api.on('GET /api/operator/returns', ({ query: { searchTerm } }) => {
    const returnRequests = [
      { id: 12, customNumber: 'R50012' },
      { id: 13, customNumber: 'R50013' },
    ].filter(({ customNumber }) => !searchTerm || customNumber === searchTerm);
    return { returnRequests, totalCount: returnRequests.length };
  });
  return renderPage(<OperatorReturnsPage />, { path, route: '/operator/returns', isOperator: true });
}

it('opens the return whose label is scanned, whatever is filtered', async () => {
  const { user, address } = show('/operator/returns?state=nothing');
  const search = await screen.findByRole('searchbox');
  await waitFor(() => expect(search === document.activeElement).toBe(true));
  await user.keyboard('R50013{Enter}');

  await waitFor(() => expect(address()).toBe('/operator/returns/13'));
});

it.each(['R50013{Tab}', ']C0R50013{Enter}', ']C0r50013{Tab}'])('opens the return that a scanner types as %s', async (typed) => {
  const { user, address } = show();
  await user.type(await screen.findByRole('searchbox'), typed);

  await waitFor(() => expect(address()).toBe('/operator/returns/13'));
});

it('says when there is no return with the number that was scanned', async () => {
  const { user } = show();
  await user.type(await screen.findByRole('searchbox'), 'r99{Enter}');

  await screen.findByText('There is no return R99 in your brands. Check the number on the label.');
});

it('has tabs for what waits for whom', async () => {
  const { user, address } = show();
  await user.click(await screen.findByRole('link', { name: 'To decide' }));

  expect(address()).toBe('/operator/returns?state=decision');
  expect(api.requests('GET /api/operator/returns').at(-1)?.query).toMatchObject({ waitingFor: 'decision' });
});
