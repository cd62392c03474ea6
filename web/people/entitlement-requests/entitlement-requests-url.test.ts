import { expect, it } from 'vitest';
import { readRequestsView, requestStatuses, writeRequestsView } from './entitlement-requests-url.ts';

it('every view survives its URL', () => {
  for (const status of [...requestStatuses, ''] as const)
    for (const page of [0, 4]) expect(readRequestsView(writeRequestsView({ status, page }))).toEqual({ status, page });
});

it('the first page of open requests has no parameters', () => {
  expect(String(writeRequestsView({ status: 'open', page: 0 }))).toBe('');
});

it.each(['status=lost', 'page=0', 'page=-3', 'page=1.5', 'page=x', ''])('falls back to the open requests for "%s"', (search) => {
  expect(readRequestsView(new URLSearchParams(search))).toEqual({ status: 'open', page: 0 });
});
