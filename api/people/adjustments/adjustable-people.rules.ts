import type { Actor, Scope } from '#api/platform/http/scope.ts';

import { canAdjustEntitlement, canSee, NO_LONGER_MANAGED } from '../person/person-fields.rules.ts';

export const OWN_UNIFORM = 'You can’t adjust your own uniform. Ask another administrator.';
export const NOT_ADJUSTABLE = 'You can’t adjust this person’s uniform.';

/** Why the caller cannot adjust what a person is owed, as a sentence; undefined when they can. The person is undefined when removed. */
export function findPersonBlocker(caller: Scope, person: Actor | undefined): string | undefined {
  if (person?.customerId === caller.customerId) return OWN_UNIFORM;
  if (!person || !canSee(caller, person)) return NO_LONGER_MANAGED;
  return canAdjustEntitlement(caller, person) ? undefined : NOT_ADJUSTABLE;
}
