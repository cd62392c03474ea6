import { listPresentAccounts, lockAdjustableAccounts } from '#api/entitlement/adjustments.queries.ts';
import { readSeasons } from '#api/entitlement/entitlement.queries.ts';
import type { BulkEditContext } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { readPeople } from '../person/person-updates.queries.ts';
import { findAdjustmentTarget } from './adjust-people.queries.ts';
import { type AdjustPersonReason, describeAdjustPersonReason, findPersonBlocker } from './adjustable-people.rules.ts';
import { type GroupAdjustment, planGroupAdjustment } from './group-adjustment.rules.ts';
import { saveAdjustments } from './save-adjustments.actions.ts';

type Preview = ReplyOf<'POST /api/customers/bulkedits/preview'>;
/** `name` is undefined for people out of the caller's reach. */
type Decision = { customerId: number; name?: string | undefined } & ReturnType<typeof planGroupAdjustment>;

/** Checks that wardrobe and group belong to the organisation. Throws 404. */
export async function checkAdjustmentTarget(tx: Tx, scope: Scope, adjustment: GroupAdjustment): Promise<void> {
  if (!(await findAdjustmentTarget(tx, scope, adjustment))) throw notFound('organisationCollection');
}

/** Decides for each person what the adjustment changes; `lock` locks the accounts until the transaction ends. */
async function decide(
  tx: Tx,
  caller: Scope,
  customerIds: readonly number[],
  adjustment: GroupAdjustment,
  { lock }: { lock: boolean },
): Promise<Decision[]> {
  const [people, present, { today }] = await Promise.all([
    readPeople(tx, caller, customerIds),
    listPresentAccounts(tx, caller, customerIds, {
      collectionId: adjustment.organisationCollectionId,
      groupId: adjustment.organisationCollectionGroupId || null,
    }),
    readSeasons(tx, caller),
  ]);
  const accounts = lock
    ? await lockAdjustableAccounts(
        tx,
        caller,
        present.map(({ id }) => id),
      )
    : present;
  const peopleById = new Map(people.map((person) => [person.actor.customerId, person]));
  const accountOf = new Map(accounts.map((account) => [account.customerId, account]));
  return customerIds.map((customerId) => {
    const person = peopleById.get(customerId);
    const refusal = findPersonBlocker(caller, person?.actor);
    if (refusal?.kind === 'no_longer_managed') return { customerId, refusal };
    const name = person && `${person.columns.first_name} ${person.columns.last_name}`.trim();
    if (refusal) return { customerId, name, refusal };
    const options = { currency: caller.currencyCode, today };
    return { customerId, name, ...planGroupAdjustment(accountOf.get(customerId), adjustment, options) };
  });
}

/** Adjusts the same balance of several people as far as that is possible. Returns the adjustment of each, or why there is none. */
export async function adjustPeople(
  context: BulkEditContext,
  customerIds: readonly number[],
  adjustment: GroupAdjustment,
): Promise<Map<number, { adjustmentId: number } | { refusal: AdjustPersonReason }>> {
  const decisions = await decide(context.tx, context.context.caller, customerIds, adjustment, { lock: true });
  const ids = await saveAdjustments(
    context,
    decisions.flatMap((decision) =>
      'account' in decision
        ? { account: decision.account, plan: decision.plan, reason: adjustment.reason, reversesId: null }
        : [],
    ),
  );
  return new Map(
    decisions.map((decision) => [
      decision.customerId,
      'account' in decision ? { adjustmentId: ids.get(decision.account.id) as number } : { refusal: decision.refusal },
    ]),
  );
}

const BATCH_SIZE = 1000;
const MAX_NAMED_PEOPLE = 20;

/** How many people an adjustment would reach, and who would be left out and why. Throws 404 for a wardrobe or group of others. */
export async function previewAdjustment(
  tx: Tx,
  caller: Scope,
  customerIds: readonly number[],
  adjustment: GroupAdjustment,
): Promise<Preview> {
  await checkAdjustmentTarget(tx, caller, adjustment);
  const decisions: Decision[] = [];
  for (let start = 0; start < customerIds.length; start += BATCH_SIZE)
    decisions.push(...(await decide(tx, caller, customerIds.slice(start, start + BATCH_SIZE), adjustment, { lock: false })));
  const refused = Map.groupBy(
    decisions.flatMap((decision) => ('refusal' in decision ? decision : [])),
    ({ refusal }) => describeAdjustPersonReason(refusal),
  );
  return {
    queued: decisions.filter((decision) => 'account' in decision).length,
    skipped: [...refused].map(([msg, people]) => ({
      reason: 'Refused',
      msg,
      count: people.length,
      people: people.slice(0, MAX_NAMED_PEOPLE).flatMap(({ customerId, name }) => (name ? { id: customerId, name } : [])),
    })),
  };
}
