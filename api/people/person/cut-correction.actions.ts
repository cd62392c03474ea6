import { findCutCorrections } from '#api/entitlement/cut-correction.rules.ts';
import type { Corrections } from '#api/entitlement/entitlement.actions.ts';
import { listCuts, type Tenant } from '#api/entitlement/entitlement.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { LockedPerson, PlannedChange } from './planned-change.rules.ts';

/** The cuts that changes correct, by person. `moveOrdered`: what was ordered counts in the other cut from now on. */
export async function readCorrections(
  tx: Tx,
  tenant: Tenant,
  changed: readonly { person: Pick<LockedPerson, 'actor' | 'memberships'>; planned: PlannedChange }[],
  moveOrdered = false,
): Promise<Corrections> {
  const changes = changed.flatMap(({ person: { actor, memberships }, planned }) => {
    const after = planned.memberships.organisationCollections;
    return after ? [{ customerId: actor.customerId, before: memberships.organisationCollections, after }] : [];
  });
  if (changes.length === 0) return { of: new Map(), moveOrdered };
  const cuts = await listCuts(tx, tenant, [...new Set(changes.flatMap(({ before, after }) => [...before, ...after]))]);
  return {
    of: new Map(changes.map(({ customerId, before, after }) => [customerId, findCutCorrections(before, after, cuts)])),
    moveOrdered,
  };
}
