import type { Permission } from '#contract/endpoint.ts';

declare const verified: unique symbol;

/** What a person is allowed and where they belong, as the database said at the time of the request. */
export interface Actor {
  customerId: number;
  organisationId: number;
  brandId: number;
  email: string;
  firstName: string;
  lastName: string;
  roleIds: readonly number[];
  roles: readonly string[];
  permissions: readonly Permission[];
  /** Rights that the wire does not list, such as acting for somebody else. */
  impersonationReach: 'nobody' | 'scope' | 'organisation';
  groupIds: readonly number[];
  /** Groups whose other people a Buyer or approver reaches, where these are fewer than the own ones. */
  accessibleGroupIds?: readonly number[];
  adminableGroupIds: readonly number[];
  collectionIds: readonly number[];
  resortId: number | null;
  businessAreaId: number | null;
  jobRoleId: number | null;
  allowOrderApproval: boolean;
  taxDisplayType: 0 | 10;
  taxRate: number;
  currencyCode: string;
}

/**
 * The tenant scope: whose data a query may touch. Only a verified session produces one, so a query that takes a
 * `Scope` cannot be called with an organisation id that a client sent.
 */
export interface Scope extends Actor {
  readonly [verified]: true;
  /** Whether what is priced on request may be ordered at its price: while an Admin acts for the person. */
  readonly canOrderUnpriced: boolean;
}

/** Turns an actor into a scope. Only for the code that has just verified the actor's session or right to act. */
export const grantScope = (actor: Actor, acting: Pick<Scope, 'canOrderUnpriced'> = { canOrderUnpriced: false }): Scope =>
  ({ ...actor, ...acting }) as Scope;

export const isAdmin = (scope: Scope) => scope.roles.includes('OrganisationAdmin');
export const hasRole = (scope: Scope, ...roles: string[]) => roles.some((role) => scope.roles.includes(role));
export const hasAnyPermission = (scope: Scope, permissions: readonly Permission[]) =>
  permissions.some((name) => scope.permissions.includes(name));

/** The groups whose people somebody sees who sees others by belonging to the same group. */
export const accessibleGroups = ({ groupIds, accessibleGroupIds }: Scope) => accessibleGroupIds ?? groupIds;

/**
 * Rights while acting for somebody: what both may do, and to people that both reach. Data and prices are the other
 * person's, the tax display the caller's. Only for whom `mayActFor` allows.
 */
export function createImpersonationScope(caller: Scope, target: Actor): Scope {
  const limited = caller.impersonationReach === 'scope' && caller.adminableGroupIds.length > 0;
  return grantScope(
    {
      ...target,
      ...(limited ? { accessibleGroupIds: target.groupIds.filter((id) => caller.adminableGroupIds.includes(id)) } : {}),
      permissions: target.permissions.filter((name) => caller.permissions.includes(name)),
      impersonationReach: 'nobody',
      taxDisplayType: caller.taxDisplayType,
      allowOrderApproval: false,
    },
    { canOrderUnpriced: isAdmin(caller) },
  );
}
