import { canAdminister, hasWiderAdminReach } from '#api/identity/sessions/access.rules.ts';
import { isAdmin, isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import { forbidPerson, refusePerson } from './person-reasons.rules.ts';

/** The lists of a person that are stored as rows of other tables. A change replaces a whole list. */
export const MEMBERSHIPS = {
  roleIds: { table: 'customer_role', column: 'role_id', counted: 'roles' },
  organisationGroupIds: { table: 'customer_group', column: 'organisation_group_id', counted: 'groups' },
  adminableOrganisationGroupIds: {
    table: 'customer_adminable_group',
    column: 'organisation_group_id',
    counted: 'adminableGroups',
  },
  organisationSeasons: { table: 'customer_season', column: 'season_id', counted: 'seasons' },
  organisationCollections: {
    table: 'customer_collection',
    column: 'collection_id',
    counted: 'collections',
  },
} as const;

export type Membership = keyof typeof MEMBERSHIPS;
export type Memberships = Record<Membership, readonly number[]>;
export const MEMBERSHIP_NAMES = Object.keys(MEMBERSHIPS) as Membership[];

const REGISTERED = 3;
export const ADMIN_ROLE_ID = 33;
const STAFF = 34;
const SALES = 36;

type Reach = Pick<Scope, 'customerId' | 'roles' | 'groupIds' | 'adminableGroupIds'>;

/**
 * Whether the caller may change how a person signs in and what they may do: email, roles, approval and whether the account
 * is active. An administrator of some groups may do so only for people who belong to no other group: changing an email
 * address makes it possible to take over the account, and must not give wider access than the caller already has.
 */
export function canSetAccess(caller: Scope, person: Reach): boolean {
  if (person.customerId === caller.customerId || !isAdmin(caller) || hasWiderAdminReach(caller, person)) return false;
  if (!canAdminister(caller, person)) return false;
  const own = caller.adminableGroupIds;
  return own.length === 0 || (!person.roles.includes('OrganisationSales') && person.groupIds.every((id) => own.includes(id)));
}

/** Ids from a list of ids or objects, each once, in ascending order. */
export const toUniqueIds = (input: readonly (number | { id: number })[]): number[] =>
  [...new Set(input.map((item) => (typeof item === 'object' ? item.id : item)))].toSorted((a, b) => a - b);

/** Keeps the current ids outside the caller's reach, and replaces those inside it with the ids from the input. */
function replaceWithinReach(reach: readonly number[], current: readonly number[], input: readonly number[]): number[] {
  const unreachable = current.filter((id) => !reach.includes(id));
  return toUniqueIds([...unreachable, ...input.filter((id) => reach.includes(id))]);
}

/**
 * Plans a person's groups. An administrator of some groups can add people to these groups and remove them; other groups do
 * not change. Throws 403 for a group out of reach, and 422 when the person would leave the caller's reach.
 */
function planGroups(caller: Scope, current: readonly number[], input: readonly number[]): number[] {
  const own = caller.adminableGroupIds;
  if (own.length === 0) return toUniqueIds(input);
  if (input.some((id) => !own.includes(id) && !current.includes(id))) throw forbidPerson({ kind: 'group_out_of_reach' });
  const after = replaceWithinReach(own, current, input);
  if (!after.some((id) => own.includes(id))) throw refusePerson(422, { organisationGroupIds: [{ kind: 'no_own_group_left' }] });
  return after;
}

/**
 * Plans a person's roles; every person is Registered. Throws 403 when an administrator of some groups gives the Sales role,
 * which reaches the whole organisation.
 */
function planRoles(caller: Scope, current: readonly number[], input: readonly number[]): number[] {
  const after = toUniqueIds([...input.filter((id) => id >= ADMIN_ROLE_ID), REGISTERED]);
  const own = caller.adminableGroupIds;
  if (own.length > 0 && after.includes(SALES) && !current.includes(SALES))
    throw forbidPerson({ kind: 'sales_role_out_of_reach' });
  return after;
}

/**
 * Checks the groups that an administrator would manage; an empty list means the whole organisation. Throws 403 when that is
 * more than the caller administers.
 */
function checkAdministeredGroups(caller: Scope, roleIds: readonly number[], adminable: readonly number[]): void {
  const own = caller.adminableGroupIds;
  if (own.length === 0 || !roleIds.includes(ADMIN_ROLE_ID)) return;
  if (adminable.length === 0 || adminable.some((id) => !own.includes(id)))
    throw forbidPerson({ kind: 'administered_groups_out_of_reach' });
}

/**
 * Roles and seasons of a new person, with the defaults that apply however the person is created: the role Staff where no role but
 * Registered is given, and the current season where none is given. Without a season a person is in no list of people who lack a
 * uniform, and without a role they have no permissions.
 */
export function withDefaultMemberships(
  { roleIds, seasonIds }: { roleIds: readonly number[]; seasonIds: readonly number[] },
  currentSeasonId: number | undefined,
): { roleIds: number[]; seasonIds: number[] } {
  const hasRole = roleIds.some((id) => id !== REGISTERED);
  return {
    roleIds: toUniqueIds([REGISTERED, ...(hasRole ? roleIds : [STAFF])]),
    seasonIds: seasonIds.length === 0 && currentSeasonId !== undefined ? [currentSeasonId] : toUniqueIds(seasonIds),
  };
}

/** What a person may do for others, before and after a change. */
interface AccessToOthers {
  roleIds: readonly number[];
  adminableOrganisationGroupIds: readonly number[];
  allowOrderApproval: boolean;
}

/**
 * Whether a change lets a person administer more people than before, or approve orders. Such a change takes the caller's password
 * and code, so that a stolen session is not enough to make an accomplice an administrator.
 */
export function widensAccess(before: AccessToOthers, after: AccessToOthers): boolean {
  if (after.allowOrderApproval && !before.allowOrderApproval) return true;
  if (!after.roleIds.includes(ADMIN_ROLE_ID)) return false;
  if (!before.roleIds.includes(ADMIN_ROLE_ID)) return true;
  const [groupsBefore, groupsAfter] = [before.adminableOrganisationGroupIds, after.adminableOrganisationGroupIds];
  // An administrator without groups administers the whole organisation.
  if (groupsBefore.length === 0) return false;
  return groupsAfter.length === 0 || groupsAfter.some((id) => !groupsBefore.includes(id));
}

type MembershipsInput = { readonly [M in Membership]?: readonly (number | { id: number })[] | null };

/**
 * The groups, roles and seasons of a new person, with the defaults of `withDefaultMemberships`. Throws 403 for groups and roles
 * out of the caller's reach, and 422 when none of the groups is one that the caller administers.
 */
export function getNewPersonMemberships(
  caller: Scope,
  input: MembershipsInput,
  currentSeasonId: number | undefined,
): { groupIds: number[]; roleIds: number[]; seasonIds: number[] } {
  const groups = toUniqueIds(input.organisationGroupIds ?? []);
  if (caller.adminableGroupIds.length > 0 && groups.length === 0)
    throw refusePerson(422, { organisationGroupIds: [{ kind: 'no_own_group' }] });
  const groupIds = planGroups(caller, [], groups);
  const { roleIds, seasonIds } = withDefaultMemberships(
    {
      roleIds: planRoles(caller, [], toUniqueIds(input.roleIds ?? [])),
      seasonIds: toUniqueIds(input.organisationSeasons ?? []),
    },
    currentSeasonId,
  );
  checkAdministeredGroups(caller, roleIds, toUniqueIds(input.adminableOrganisationGroupIds ?? []));
  return { groupIds, roleIds, seasonIds };
}

const areSame = (a: readonly number[], b: readonly number[]) => a.join() === toUniqueIds(b).join();

/**
 * Refuses groups out of the caller's reach, also in fields that would not be written. Groups that the person already has may
 * be sent back. Throws 403.
 */
function checkGroupsInReach(caller: Scope, current: Memberships, input: MembershipsInput): void {
  if (isOrganisationAdmin(caller)) return;
  const reachable = new Set([
    ...caller.adminableGroupIds,
    ...caller.groupIds,
    ...current.organisationGroupIds,
    ...current.adminableOrganisationGroupIds,
  ]);
  const requested = toUniqueIds([...(input.organisationGroupIds ?? []), ...(input.adminableOrganisationGroupIds ?? [])]);
  if (requested.some((id) => !reachable.has(id))) throw forbidPerson({ kind: 'group_out_of_reach' });
}

/** The memberships that a change would write, where they differ from the current ones. Throws 403 and 422. */
export function planMemberships(
  caller: Scope,
  current: Memberships,
  input: MembershipsInput,
  writable: ReadonlySet<string>,
): Partial<Record<Membership, number[]>> {
  checkGroupsInReach(caller, current, input);
  const after: Partial<Record<Membership, number[]>> = {};
  for (const name of MEMBERSHIP_NAMES) {
    const list = input[name];
    if (list === undefined || !writable.has(name)) continue;
    const ids = toUniqueIds(list ?? []);
    // A list that is sent back unchanged is not a request to change it.
    if (areSame(ids, current[name])) continue;
    const planned =
      name === 'roleIds'
        ? planRoles(caller, current.roleIds, ids)
        : name === 'organisationGroupIds'
          ? planGroups(caller, current.organisationGroupIds, ids)
          : ids;
    if (!areSame(planned, current[name])) after[name] = planned;
  }
  const roleIds = after.roleIds ?? current.roleIds;
  const adminable = after.adminableOrganisationGroupIds ?? current.adminableOrganisationGroupIds;
  if (after.roleIds || after.adminableOrganisationGroupIds) checkAdministeredGroups(caller, roleIds, adminable);
  return after;
}
