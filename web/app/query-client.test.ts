import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { evictPersonQueries, queryClient } from './query-client.ts';

beforeEach(() => queryClient.mount());
afterEach(() => {
  queryClient.clear();
  queryClient.unmount();
});

it('removes the data of the person, but not the theme of the brand', () => {
  queryClient.setQueryData(['GET /api/orders'], 'theirs');
  queryClient.setQueryData(['GET /api/theme/getthemebyhost'], 'theme');

  evictPersonQueries();

  expect(queryClient.getQueryData(['GET /api/orders'])).toBeUndefined();
  expect(queryClient.getQueryData(['GET /api/theme/getthemebyhost'])).toBe('theme');
});

it.each(['while it is loading', 'once it is loaded'])('loads again what is shown: %s', async (moment) => {
  const queryKey = ['GET /api/organisations/settings'];
  const queryFn = vi.fn<() => Promise<string>>().mockResolvedValueOnce('colours 1').mockResolvedValue('colours 2');
  const observer = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: 60_000 });
  const unsubscribe = observer.subscribe(() => {});
  if (moment === 'once it is loaded') await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('colours 1'));

  evictPersonQueries();

  expect(queryClient.getQueryData(queryKey)).toBeUndefined();
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('colours 2'));
  unsubscribe();
});
