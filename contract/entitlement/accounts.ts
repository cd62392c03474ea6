/** Words of the entitlement that several calls use. */

/** What may happen to pieces beyond the entitlement. */
export const BEYOND_ENTITLEMENT = ['block', 'approval', 'ownPayment'] as const;

/** What an entitlement is counted in. */
export const ENTITLEMENT_UNITS = ['pieces', 'points', 'money'] as const;
/** One of them. */
export type EntitlementUnit = (typeof ENTITLEMENT_UNITS)[number];

/** What an entitlement account is about. */
export const ACCOUNT_KINDS = ['group', 'product', 'budget'] as const;
/** One of them. */
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The statuses of an entitlement account. */
export const ACCOUNT_STATUSES = ['open', 'unchosen', 'closed'] as const;
