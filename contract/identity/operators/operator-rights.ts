import type { ApiKeyScope } from '../../endpoint.ts';

/** The rights that an operator may have, several at once. The names are stored, and never changed. */
export const OPERATOR_RIGHTS = ['warehouse', 'customerService', 'accounts', 'catalogue', 'tailoring', 'administrator'] as const;
/** One right of an operator. */
export type OperatorRight = (typeof OPERATOR_RIGHTS)[number];

/** What the rights are called on screen and in mails. */
export const RIGHT_LABELS: Readonly<Record<OperatorRight, string>> = {
  warehouse: 'Warehouse',
  customerService: 'Customer service',
  accounts: 'Accounts',
  catalogue: 'Catalogue',
  tailoring: 'Tailoring',
  administrator: 'Administrator',
};

/**
 * What each right allows, as the scopes of API keys; `write` includes `read`. Calls without a scope (operators, API keys, webhooks) are those of
 * administrators. This file has no schemas, so that pages can load it.
 */
export const SCOPES_OF_RIGHTS: Readonly<Record<OperatorRight, readonly ApiKeyScope[]>> = {
  warehouse: ['orders:write', 'shipments:write', 'stock:write', 'returns:write'],
  customerService: [
    'orders:write',
    'shipments:write',
    'returns:write',
    'people:write',
    'quotes:write',
    'content:write',
    'stock:read',
    'catalogue:read',
    'invoices:read',
    'organisations:read',
  ],
  accounts: ['invoices:write', 'orders:read', 'shipments:read', 'returns:read', 'quotes:read'],
  // What a buyer's system could not take is put right in the catalogue.
  catalogue: ['catalogue:write', 'content:write', 'stock:read', 'organisations:read'],
  // What was measured of people is read by those who make garments, and by no one else.
  tailoring: ['tailoring:write', 'orders:read', 'shipments:read'],
  // Who connects a buyer's system decides who can log in by it.
  administrator: ['organisations:write'],
};

/** The scopes of these rights together, without those that a `write` among them includes. */
export function listScopes(rights: readonly OperatorRight[]): ApiKeyScope[] {
  const scopes = [...new Set(rights.flatMap((right) => SCOPES_OF_RIGHTS[right]))];
  return scopes.filter((scope) => !(scope.endsWith(':read') && scopes.includes(toWriteScope(scope))));
}

const toWriteScope = (scope: ApiKeyScope) => scope.replace(/:read$/, ':write') as ApiKeyScope;

/** Whether someone who holds these scopes may do what takes another one. */
export const includesScope = (held: readonly ApiKeyScope[], required: ApiKeyScope): boolean =>
  held.includes(required) || held.includes(toWriteScope(required));
