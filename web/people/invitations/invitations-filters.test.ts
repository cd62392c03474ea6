import { describe, expect, it } from 'vitest';
import { readInvitationFilters, toInvitationsQuery, writeInvitationFilters } from './invitations-filters.ts';

const read = (address: string) => readInvitationFilters(new URLSearchParams(address));

describe('the address of the list of invitations', () => {
  it.each(['', 'q=ann', 'state=Expired', 'q=ann+lee&state=NotInvited&page=3'])('is restored unchanged: %s', (address) => {
    expect(writeInvitationFilters(read(address)).toString()).toBe(address);
  });

  it.each(['page=-1', 'page=x', 'page=1e99', 'page=0', 'page=1.5', 'state=Gone', 'state=notinvited', 'q=+++'])(
    'ignores invalid values: %s',
    (address) => {
      const { search, state, page } = read(address);
      expect([search, state]).toEqual(['', '']);
      expect(page >= 0 && page <= 10_000).toBe(true);
    },
  );

  it('becomes the query of the API, with pages counted from zero', () => {
    expect(toInvitationsQuery(read('q=ann&state=Invited&page=2'))).toEqual({
      query: 'ann',
      state: 'Invited',
      page: 1,
      limit: 20,
    });
    expect(toInvitationsQuery(read(''))).toEqual({ page: 0, limit: 20 });
  });
});
