import { type Actor, canOrderForOthers, type Scope } from '#api/platform/http/scope.ts';

const isAdministrator = ({ roles }: Pick<Actor, 'roles'>) => roles.includes('OrganisationAdmin');

type AdminScope = Pick<Actor, 'roles' | 'groupIds' | 'adminableGroupIds'>;

/** Whether the Admin administers at least one of the person's groups; one without named groups administers everyone. */
export const canAdminister = ({ adminableGroupIds }: AdminScope, target: Pick<Actor, 'groupIds'>) =>
  adminableGroupIds.length === 0 || target.groupIds.some((group) => adminableGroupIds.includes(group));

/** Whether the target administers groups that the caller does not: impersonating or changing them would widen the caller's access. */
export function hasWiderAdminReach(caller: AdminScope, target: AdminScope): boolean {
  if (!isAdministrator(target)) return false;
  if (!isAdministrator(caller)) return true;
  if (caller.adminableGroupIds.length === 0) return false;
  return (
    target.adminableGroupIds.length === 0 || target.adminableGroupIds.some((group) => !caller.adminableGroupIds.includes(group))
  );
}

/** Whether the person is within reach of the caller's impersonation: anyone for Sales, the administered groups for an Admin. */
export function isInImpersonationReach(caller: Scope, target: Pick<Actor, 'groupIds'>): boolean {
  if (caller.impersonationReach === 'organisation') return true;
  return caller.impersonationReach === 'scope' && canAdminister(caller, target);
}

/**
 * Whether one person may impersonate another: Sales anyone in the organisation, an Admin the people of the groups that they
 * administer (everyone when none are named). No one impersonates themselves, and only an Admin who administers at least the
 * same groups impersonates an Admin.
 */
export function canImpersonate(caller: Scope, target: Actor): boolean {
  if (caller.organisationId !== target.organisationId || caller.customerId === target.customerId) return false;
  return isInImpersonationReach(caller, target) && !hasWiderAdminReach(caller, target);
}

/** The allocation types under which an entitlement is counted in pieces or points, so that prices mean nothing to a wearer. */
const TYPES_WITHOUT_PRICES = [10, 20, 30];

const BUDGET_OF_MONEY = 40;
const EXCLUDING_TAX = 10;

/**
 * How a person is shown prices: 0 with tax, 10 without. Wearers with a budget of money see them as the budget counts them, without the tax that their
 * organisation pays.
 */
export const getShownTax = (roles: readonly string[], allocationTypeId: number | null, chosen: 0 | 10): 0 | 10 =>
  allocationTypeId === BUDGET_OF_MONEY && !canOrderForOthers({ roles }) ? EXCLUDING_TAX : chosen;

/**
 * Whether a person is shown prices. Wearers are if the organisation shows them prices and their entitlement is not in pieces
 * or points; without an allocation type it is in pieces.
 */
export const arePricesVisible = (roles: readonly string[], allocationTypeId: number | null, wearersSeePrices: boolean): boolean =>
  canOrderForOthers({ roles }) || (wearersSeePrices && !TYPES_WITHOUT_PRICES.includes(allocationTypeId ?? 20));
