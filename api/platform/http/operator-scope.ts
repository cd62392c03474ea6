import type { ApiKeyScope } from '#contract/endpoint.ts';

declare const verified: unique symbol;

/** An operator of the supplier, or an API key, as read from the database for the request. */
export interface OperatorActor {
  kind: 'operator' | 'api_key';
  id: number;
  /** The name of the operator or of the key. */
  name: string;
  /** The brands whose organisations the operator or key works for. */
  brandIds: readonly number[];
  /** What an API key may do; operators may do everything. */
  apiKeyScopes: readonly ApiKeyScope[];
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

/** Whether an operator, or an API key, may make a call that requires this scope; calls without one are for operators alone. */
export function holdsScope({ kind, apiKeyScopes }: OperatorActor, required: ApiKeyScope | undefined): boolean {
  if (kind === 'operator') return true;
  if (!required) return false;
  return apiKeyScopes.includes(required) || apiKeyScopes.includes(required.replace(/:read$/, ':write') as ApiKeyScope);
}
