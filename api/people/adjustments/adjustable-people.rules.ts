import { ADJUSTMENT_WORDING, type AdjustmentReason } from '#api/entitlement/adjustments.rules.ts';
import type { Actor, Scope } from '#api/platform/http/scope.ts';
import { describeReason, joinWordings, type ReasonOf } from '#api/platform/reasons.ts';
import { canAdjustEntitlement, canSee } from '../person/person-fields.rules.ts';
import { PERSON_WORDING, type PersonReason } from '../person/person-reasons.rules.ts';

const ADJUSTABLE_PEOPLE_WORDING = {
  own_uniform: () => 'You can’t adjust your own uniform. Ask another administrator.',
  not_adjustable: () => 'You can’t adjust this person’s uniform.',
  granted_by_no_wardrobe: () => 'Their wardrobes do not grant this.',
  granted_by_product: () => 'They have a number for each product of the group. Adjust these in their statement.',
  budget_in_other_unit: ({ has, asked }: { has: string; asked: string }) => `Their budget is in ${has}, not in ${asked}.`,
  adjustment_undone: () => 'This adjustment has already been undone.',
  // Where its reason mentioned a person whose data were erased.
  adjustment_erased: () => 'What was to be changed was erased with personal data.',
};

/** Why what a person is owed is not adjusted. */
export type AdjustPersonReason =
  | ReasonOf<typeof ADJUSTABLE_PEOPLE_WORDING>
  | AdjustmentReason
  | Extract<PersonReason, { kind: 'no_longer_managed' }>;
/** The wording of these reasons. */
export const ADJUST_PERSON_WORDING = joinWordings(ADJUSTABLE_PEOPLE_WORDING, ADJUSTMENT_WORDING, {
  no_longer_managed: PERSON_WORDING.no_longer_managed,
});
/** One of them as a sentence. */
export const describeAdjustPersonReason = (reason: AdjustPersonReason): string => describeReason(ADJUST_PERSON_WORDING, reason);

/** Why the caller cannot adjust what a person is owed; undefined when they can. The person is undefined when removed. */
export function findPersonBlocker(caller: Scope, person: Actor | undefined): AdjustPersonReason | undefined {
  if (person?.customerId === caller.customerId) return { kind: 'own_uniform' };
  if (!person || !canSee(caller, person)) return { kind: 'no_longer_managed' };
  return canAdjustEntitlement(caller, person) ? undefined : { kind: 'not_adjustable' };
}
