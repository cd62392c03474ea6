import { expect, it } from 'vitest';
import { aPerson, NORTH } from '#api/testing/builders.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { CUSTOMER_LIST_NAMES, CUSTOMER_LISTS } from '#contract/identity/list-settings/list-names.ts';

const portal = usePortal();

const PEOPLE: [who: string, person: Parameters<typeof aPerson>[1]][] = [
  ['an Admin of the whole organisation', { role: 'Admin', groupIds: [] }],
  ['an Admin of a group', { role: 'Admin', groupIds: [], adminableGroupIds: [NORTH.groupId] }],
  ['an approver', { role: 'Staff', approver: true }],
  ['a Buyer', { role: 'Buyer' }],
  ['Sales', { role: 'Sales', groupIds: [] }],
  ['Staff', { role: 'Staff' }],
];

it.each(PEOPLE)('views of a list are for those whom the call of the list answers: %s', async (_, person) => {
  const client = await portal.as((await aPerson(portal.db, person)).email);
  for (const list of CUSTOMER_LIST_NAMES) {
    const path = CUSTOMER_LISTS[list].call.slice('GET '.length).replace(':id', '1');
    // A record that does not exist is not refused.
    const isRefused = (await client.get(path)).status === 403;
    expect([list, (await client.get(`/api/listviews/${list}`)).status]).toEqual([list, isRefused ? 403 : 200]);
  }
});
