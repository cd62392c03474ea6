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
  mayImpersonate: 'nobody' | 'scope' | 'organisation';
  groupIds: readonly number[];
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
}

/** Turns an actor into a scope. Only for the code that has just verified the actor's session or right to act. */
export const grantScope = (actor: Actor): Scope => actor as Scope;

export const isAdmin = (scope: Scope) => scope.roles.includes('OrganisationAdmin');
export const hasRole = (scope: Scope, ...roles: string[]) => roles.some((role) => scope.roles.includes(role));
export const holdsAny = (scope: Scope, permissions: readonly Permission[]) =>
  permissions.some((name) => scope.permissions.includes(name));

/** Rights while acting for somebody: what both may do. Data and prices are the other person's, the tax display the caller's. */
export function actFor(caller: Scope, target: Actor): Scope {
  return grantScope({
    ...target,
    permissions: target.permissions.filter((name) => caller.permissions.includes(name)),
    mayImpersonate: 'nobody',
    taxDisplayType: caller.taxDisplayType,
    allowOrderApproval: false,
  });
}
