import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { formatVisibilityTable, RELATED_CALLS, redactPerson } from './field-visibility.rules.ts';

const person = {
  id: 7,
  firstName: 'Ann',
  gender: 20,
  startDateUtc: '2026-01-01T00:00:00Z',
  orderingStatusId: 20,
  orderingBodiMeStatusId: 20,
  bodiMeCustomerId: 'body-7',
  bodiMeUsedBodyBlocks: ['arm'],
} as unknown as Parameters<typeof redactPerson>[0];
const seenBy = (customerId: number, ...roles: string[]) => {
  const { firstName, gender, orderingStatusId, orderingBodiMeStatusId, bodiMeCustomerId } = redactPerson(person, {
    customerId,
    roles,
  });
  return { firstName, gender, orderingStatusId, orderingBodiMeStatusId, bodiMeCustomerId };
};

describe('the visible fields of a person', () => {
  it('are all for the person, all but body data for managers, and work data for colleagues', () => {
    const whole = { firstName: 'Ann', gender: 20, orderingStatusId: 20, orderingBodiMeStatusId: 20, bodiMeCustomerId: 'body-7' };
    expect(seenBy(7, 'OrganisationStaff')).toEqual(whole);
    for (const role of ['OrganisationAdmin', 'OrganisationSales'])
      expect(seenBy(8, role)).toEqual({ ...whole, bodiMeCustomerId: null });
    expect(seenBy(8, 'OrganisationBuyer')).toEqual({
      ...whole,
      gender: 0,
      orderingBodiMeStatusId: null,
      bodiMeCustomerId: null,
    });
  });

  it('match the table in docs/PRIVACY.md', () => {
    const document = readFileSync(join(import.meta.dirname, '../../../docs/PRIVACY.md'), 'utf8');
    const documented = /<!-- visibility -->\n([\s\S]*?)\n<!-- \/visibility -->/.exec(document)?.[1];

    expect(documented).toBe(formatVisibilityTable());
  });

  it('match the roles that the contract allows for related calls', () => {
    for (const { call, admin, sales, buyer } of RELATED_CALLS) {
      const endpoint = (contract as Record<string, Endpoint>)[call];
      expect([call, endpoint === undefined]).toEqual([call, false]);
      if (endpoint?.access.kind !== 'roles') continue;
      const { anyOf } = endpoint.access;
      const allowed = (['OrganisationAdmin', 'OrganisationSales', 'OrganisationBuyer'] as const).map((role) =>
        anyOf.includes(role),
      );
      expect([call, ...allowed]).toEqual([call, admin, sales, buyer]);
    }
  });
});
