import type { Access, ApiKeyScope } from '#contract/endpoint.ts';
import { includesScope, listScopes, type OperatorRight } from '#contract/identity/operators/operator-rights.ts';

declare const verified: unique symbol;

/** An operator of the supplier, or an API key, as read from the database for the request. */
export interface OperatorActor {
  kind: 'operator' | 'api_key';
  id: number;
  /** The name of the operator or of the key. */
  name: string;
  /** The brands whose organisations the operator or key works for. */
  brandIds: readonly number[];
  /** What an API key may do; empty for an operator. */
  apiKeyScopes: readonly ApiKeyScope[];
  /** What an operator may do; empty for an API key. */
  rights: readonly OperatorRight[];
  /** The session of an operator, to end it; null for an API key. */
  sessionId: number | null;
}

/**
 * Whose data an operator's request may touch: the organisations of the operator's brands. Only a verified session of an operator or a verified
 * API key produces one. Queries take it in place of a `Scope` and restrict every organisation to `brand_id = any (scope.brandIds)`.
 */
export interface OperatorScope extends OperatorActor {
  readonly [verified]: true;
}

/** Turns an operator or API key into a scope. Only for code that has just verified its token. */
export const grantOperatorScope = (actor: OperatorActor): OperatorScope => actor as OperatorScope;

/** The scopes of an API key, or of the rights of an operator. */
export const listOwnScopes = ({ kind, apiKeyScopes, rights }: OperatorActor): ApiKeyScope[] =>
  kind === 'operator' ? listScopes(rights) : [...apiKeyScopes];

/** Whether an operator, or an API key, may make a call with this access. */
export function mayCall(actor: OperatorActor, { scope, anyRight }: Extract<Access, { kind: 'operator' }>): boolean {
  if (actor.kind === 'operator' && anyRight) return true;
  return scope ? includesScope(listOwnScopes(actor), scope) : actor.rights.includes('administrator');
}
