import { canAdminister, hasWiderAdminReach } from '#api/identity/sessions/access.rules.ts';
import { forbidden, invalid } from '#api/platform/http/errors.ts';
import { isAdmin, type Scope } from '#api/platform/http/scope.ts';

/** What somebody belongs to or has several of: rows of their own, which replace each other as a whole. */
export const MEMBERSHIPS = {
  roleIds: { table: 'customer_role', column: 'role_id', counted: 'roles', spoken: 'Roles' },
  organisationGroupIds: { table: 'customer_group', column: 'organisation_group_id', counted: 'groups', spoken: 'Groups' },
  adminableOrganisationGroupIds: {
    table: 'customer_adminable_group',
    column: 'organisation_group_id',
    counted: 'adminableGroups',
    spoken: 'Groups administered',
  },
  organisationSeasons: { table: 'customer_season', column: 'season_id', counted: 'seasons', spoken: 'Seasons' },
  organisationCollections: {
    table: 'customer_collection',
    column: 'collection_id',
    counted: 'collections',
    spoken: 'Wardrobes',
  },
} as const;

export type Membership = keyof typeof MEMBERSHIPS;
export type Memberships = Record<Membership, readonly number[]>;
export const MEMBERSHIP_NAMES = Object.keys(MEMBERSHIPS) as Membership[];

const REGISTERED = 3;
export const ADMIN_ROLE_ID = 33;
const SALES = 36;

type Reach = Pick<Scope, 'customerId' | 'roles' | 'groupIds' | 'adminableGroupIds'>;

/**
 * Whether the caller may decide how somebody gets in and what they may do: e-mail, roles, approval, activity. Whoever
 * administers some groups decides that of people who are in these alone: whoever writes an e-mail address can log in by
 * it, and must not come to reach further by that.
 */
export function canSetAccess(caller: Scope, person: Reach): boolean {
  if (person.customerId === caller.customerId || !isAdmin(caller) || hasWiderAdminReach(caller, person)) return false;
  if (!canAdminister(caller, person)) return false;
  const own = caller.adminableGroupIds;
  return own.length === 0 || (!person.roles.includes('OrganisationSales') && person.groupIds.every((id) => own.includes(id)));
}

/** A sent list of ids or objects as ids, each once. */
export const toUniqueIds = (sent: readonly (number | { id: number })[]): number[] =>
  [...new Set(sent.map((one) => (typeof one === 'object' ? one.id : one)))].toSorted((a, b) => a - b);

/** What is held already and out of the caller's reach stays; of what is in it, only what was sent. */
function within(reach: readonly number[], held: readonly number[], sent: readonly number[]): number[] {
  const kept = held.filter((id) => !reach.includes(id));
  return toUniqueIds([...kept, ...sent.filter((id) => reach.includes(id))]);
}

/**
 * A person's groups as they would be. An administrator of some groups puts people into these and takes them out; other
 * groups stay as they are. Throws 403 for a group out of reach, 422 when the person would leave the caller's reach.
 */
function planGroups(caller: Scope, held: readonly number[], sent: readonly number[]): number[] {
  const own = caller.adminableGroupIds;
  if (own.length === 0) return toUniqueIds(sent);
  if (sent.some((id) => !own.includes(id) && !held.includes(id)))
    throw forbidden('You may only put people into groups that you administer.');
  const after = within(own, held, sent);
  if (!after.some((id) => own.includes(id)))
    throw invalid('organisationGroupIds', 'One of your groups must stay: you could not see this person any more.');
  return after;
}

/**
 * A person's roles as they would be; everybody is Registered. Throws 403 for roles that reach further than the caller, and
 * for Admin where what they administer would.
 */
function planRoles(caller: Scope, held: readonly number[], sent: readonly number[]): number[] {
  const after = toUniqueIds([...sent.filter((id) => id >= ADMIN_ROLE_ID), REGISTERED]);
  const own = caller.adminableGroupIds;
  if (own.length > 0 && after.includes(SALES) && !held.includes(SALES))
    throw forbidden('Sales act for people of the whole organisation: only its administrators give this role.');
  return after;
}

/**
 * What an administrator administers, as it would be: nothing named means the whole organisation. Throws 403 when that is
 * more than the caller administers.
 */
function checkAdministeredGroups(caller: Scope, roleIds: readonly number[], adminable: readonly number[]): void {
  const own = caller.adminableGroupIds;
  if (own.length === 0 || !roleIds.includes(ADMIN_ROLE_ID)) return;
  if (adminable.length === 0 || adminable.some((id) => !own.includes(id)))
    throw forbidden('You may only make administrators of groups that you administer. Choose which.');
}

type MembershipsInput = { readonly [M in Membership]?: readonly (number | { id: number })[] | null };

/**
 * Groups and roles that somebody new would begin with. Throws 403 for what is out of the caller's reach, 422 where the person
 * would be.
 */
export function getNewPersonMemberships(caller: Scope, sent: MembershipsInput): { groupIds: number[]; roleIds: number[] } {
  const groups = toUniqueIds(sent.organisationGroupIds ?? []);
  if (caller.adminableGroupIds.length > 0 && groups.length === 0)
    throw invalid('organisationGroupIds', 'Choose at least one of the groups that you administer.');
  const groupIds = planGroups(caller, [], groups);
  const roleIds = planRoles(caller, [], toUniqueIds(sent.roleIds ?? []));
  checkAdministeredGroups(caller, roleIds, toUniqueIds(sent.adminableOrganisationGroupIds ?? []));
  return { groupIds, roleIds };
}

const areSame = (a: readonly number[], b: readonly number[]) => a.join() === toUniqueIds(b).join();

/**
 * Groups out of the caller's reach are not let through in silence, also where they would not be written. What the person
 * has already may be sent back. Throws 403.
 */
function checkGroupsInReach(caller: Scope, held: Memberships, sent: MembershipsInput): void {
  if (isAdmin(caller) && caller.adminableGroupIds.length === 0) return;
  const reached = new Set([
    ...caller.adminableGroupIds,
    ...caller.groupIds,
    ...held.organisationGroupIds,
    ...held.adminableOrganisationGroupIds,
  ]);
  const named = toUniqueIds([...(sent.organisationGroupIds ?? []), ...(sent.adminableOrganisationGroupIds ?? [])]);
  if (named.some((id) => !reached.has(id))) throw forbidden('You may only put people into groups that you administer.');
}

/** The memberships that a change would write, where they differ from what is held. Throws 403 and 422. */
export function planMemberships(
  caller: Scope,
  held: Memberships,
  sent: MembershipsInput,
  writable: ReadonlySet<string>,
): Partial<Record<Membership, number[]>> {
  checkGroupsInReach(caller, held, sent);
  const after: Partial<Record<Membership, number[]>> = {};
  for (const name of MEMBERSHIP_NAMES) {
    const list = sent[name];
    if (list === undefined || !writable.has(name)) continue;
    const ids = toUniqueIds(list ?? []);
    // What is sent back as it was is no wish to change anything.
    if (areSame(ids, held[name])) continue;
    const wanted =
      name === 'roleIds'
        ? planRoles(caller, held.roleIds, ids)
        : name === 'organisationGroupIds'
          ? planGroups(caller, held.organisationGroupIds, ids)
          : ids;
    if (!areSame(wanted, held[name])) after[name] = wanted;
  }
  const roleIds = after.roleIds ?? held.roleIds;
  const adminable = after.adminableOrganisationGroupIds ?? held.adminableOrganisationGroupIds;
  if (after.roleIds || after.adminableOrganisationGroupIds) checkAdministeredGroups(caller, roleIds, adminable);
  return after;
}
