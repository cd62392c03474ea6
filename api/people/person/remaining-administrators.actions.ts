import type { Tx } from '#api/platform/db/database.ts';
import { refuseFields } from '#api/platform/http/refusal.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { ADMIN_ROLE_ID } from './memberships.rules.ts';
import { PERSON_WORDING, type PersonReason } from './person-reasons.rules.ts';
import type { PersonState, PlannedChange } from './planned-change.rules.ts';
import { countLastingAdministrators } from './remaining-administrators.queries.ts';

type State = Pick<PersonState, 'columns' | 'memberships'>;

/** Whether someone administers the whole organisation, and no day is set on which that ends. */
const isLastingAdministrator = ({ columns, memberships }: State): boolean =>
  columns.active &&
  columns.ends_on === null &&
  memberships.roleIds.includes(ADMIN_ROLE_ID) &&
  memberships.adminableOrganisationGroupIds.length === 0;

/** Why a change of a person cannot be made; undefined where it can, and the change then counts as made. */
type FindAdministratorBlocker = (
  before: State,
  planned: Pick<PlannedChange, 'columns' | 'memberships'>,
) => PersonReason | undefined;

/**
 * Keeps at least one administrator of the whole organisation, even if others change, close or remove more of these people at the same moment. People
 * with a last day of work do not count, because their accounts will be closed. Costs no statement unless one of the people is such an administrator.
 * They must be locked; without `lock` the answer is for a preview.
 */
export async function keepAnAdministrator(
  tx: Tx,
  scope: Scope,
  people: readonly State[],
  { lock }: { lock: boolean },
): Promise<FindAdministratorBlocker> {
  if (!people.some(isLastingAdministrator)) return () => undefined;
  let left = await countLastingAdministrators(tx, scope, { lock });
  return (before, planned) => {
    const after = {
      columns: { ...before.columns, ...planned.columns },
      memberships: { ...before.memberships, ...planned.memberships },
    };
    if (!isLastingAdministrator(before) || isLastingAdministrator(after)) return undefined;
    if (left <= 1) return { kind: 'last_administrator' };
    left -= 1;
    return undefined;
  };
}

/** Throws 409 when someone who is to be removed or erased is the last administrator of the whole organisation. They must be locked. */
export async function assertAdministratorRemains(tx: Tx, scope: Scope, person: State): Promise<void> {
  const findBlocker = await keepAnAdministrator(tx, scope, [person], { lock: true });
  const blocker = findBlocker(person, { columns: { active: false }, memberships: {} });
  if (blocker) throw refuseFields(PERSON_WORDING, 409, { customer: [blocker] });
}
