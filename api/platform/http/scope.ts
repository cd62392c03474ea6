import type { Permission } from '#contract/endpoint.ts';

declare const verified: unique symbol;

/** A person's rights and place in the organisation, as read from the database for the request. */
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
  /** Whom the person may impersonate: no one, the people of their administered groups, or anyone in the organisation. */
  impersonationReach: 'none' | 'scope' | 'organisation';
  groupIds: readonly number[];
  /** The groups whose people a Buyer or approver sees, when these are fewer than their own groups. */
  accessibleGroupIds?: readonly number[];
  adminableGroupIds: readonly number[];
  collectionIds: readonly number[];
  /** The groups that are open to the person in their own wardrobes: what these list, they may see and order. */
  openGroupIds: readonly number[];
  resortId: number | null;
  businessAreaId: number | null;
  jobRoleId: number | null;
  allowOrderApproval: boolean;
  taxDisplayType: 0 | 10;
  /** Whether the person is shown prices. */
  pricesVisible: boolean;
  /** The rate of most products, as a fraction: that of the standard class in the organisation's country, otherwise the organisation's own. */
  taxRate: number;
  /** Today's rates of other classes of products in the organisation's country; the class without one has `taxRate`. */
  taxRates: Readonly<Record<string, number>>;
  currencyCode: string;
  /** Whether people pay by card for what they order beyond their entitlement, where their wardrobe says so. */
  paysOwnPart: boolean;
  /** IANA name of the organisation's time zone, in which its days begin and end. */
  timeZone: string;
}

/** A visit of a user of a buyer's procurement system, which has a cart of its own. */
export interface Trip {
  id: string;
  operation: 'create' | 'edit' | 'inspect';
  /** The name of the buyer's system, as its user is told. */
  buyerName: string;
  /** Whether the user chooses where it is delivered; otherwise the buyer's system does. */
  allowsAddressChoice: boolean;
  /** Where it is delivered unless the user chooses; null where the person has no address at all. */
  addressId: number | null;
  /** Whether the user need not accept the terms of the portal. */
  waivesTerms: boolean;
  /** Whether delivery is returned with the cart; otherwise the buyer's system arranges it. */
  returnsDelivery: boolean;
}

/**
 * The tenant scope: whose data a query may touch. Only a verified session produces one, so a query that takes a
 * `Scope` cannot be called with an organisation id that a client sent.
 */
export interface Scope extends Actor {
  readonly [verified]: true;
  /** Whether products priced on request may be ordered at their price: while an Admin impersonates the person. */
  readonly canOrderUnpriced: boolean;
  /** Whether someone else acts for the person, who then decides on nothing. */
  readonly isImpersonated: boolean;
  /** The trip of the session; null outside PunchOut. */
  readonly trip: Trip | null;
}

/** Turns an actor into a scope. Only for code that has just verified the actor's session or right to impersonate. */
export const grantScope = (
  actor: Actor,
  options: Partial<Pick<Scope, 'canOrderUnpriced' | 'isImpersonated' | 'trip'>> = {},
): Scope => ({ ...actor, canOrderUnpriced: false, isImpersonated: false, trip: null, ...options }) as Scope;

export const isAdmin = ({ roles }: Pick<Actor, 'roles'>) => roles.includes('OrganisationAdmin');
/** Whether someone administers the whole organisation, and not only some of its groups. */
export const isOrganisationAdmin = (actor: Pick<Actor, 'roles' | 'adminableGroupIds'>): boolean =>
  isAdmin(actor) && actor.adminableGroupIds.length === 0;
/**
 * Whether someone with these roles orders for others and must therefore see what they may wear. Everyone else is a wearer,
 * including people with only an organisation's own role.
 */
export const canOrderForOthers = ({ roles }: Pick<Actor, 'roles'>) =>
  roles.some((role) => role === 'OrganisationAdmin' || role === 'OrganisationBuyer' || role === 'OrganisationSales');
/** What decides which amounts someone sees. */
export type PriceViewer = Pick<Actor, 'roles' | 'pricesVisible'>;
/**
 * Whether someone sees tax, delivery and fees, and the totals that include them. The organisation pays these for its wearers: those who see prices see
 * the ones that their budget is counted in, of garments without tax.
 */
export const seesCharges = (viewer: PriceViewer): boolean => viewer.pricesVisible && canOrderForOthers(viewer);
export const hasRole = (scope: Scope, ...roles: string[]) => roles.some((role) => scope.roles.includes(role));

/** The groups whose people are visible to someone who sees the people of their own groups. */
export const accessibleGroups = ({ groupIds, accessibleGroupIds }: Scope) => accessibleGroupIds ?? groupIds;

/**
 * The rights while impersonating: the impersonated person may order what they could order themselves, whatever the caller may
 * order. Dashboards are the caller's, so their permission is not among them. People and orders are those that both can see. Data and prices are the impersonated person's, the tax
 * display is the caller's. Only call it after `canImpersonate`.
 */
export function createImpersonationScope(caller: Scope, target: Actor): Scope {
  const limited = caller.impersonationReach === 'scope' && caller.adminableGroupIds.length > 0;
  return grantScope(
    {
      ...target,
      ...(limited ? { accessibleGroupIds: target.groupIds.filter((id) => caller.adminableGroupIds.includes(id)) } : {}),
      permissions: target.permissions.filter((name) => name !== 'AllowDashboard'),
      impersonationReach: 'none',
      taxDisplayType: caller.taxDisplayType,
      allowOrderApproval: false,
    },
    { canOrderUnpriced: isAdmin(caller), isImpersonated: true },
  );
}
