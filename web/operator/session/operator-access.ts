import { useQuery } from '@tanstack/react-query';
import type { ApiKeyScope } from '#contract/endpoint.ts';
import { includesScope, listScopes, type OperatorRight } from '#contract/identity/operators/operator-rights.ts';
import { operatorMeQuery } from './operator-api.ts';

/** What a page or a button takes: a scope of the calls behind it, or the right for the calls without one. */
export type OperatorNeed = ApiKeyScope | 'administrator';

/** Whether rights include all that is needed. */
export const meets = (rights: readonly OperatorRight[], needs: readonly OperatorNeed[]): boolean =>
  needs.every((need) => (need === 'administrator' ? rights.includes(need) : includesScope(listScopes(rights), need)));

/** The rights of the operator who is logged in; none until they are known. */
export const useOwnRights = (): readonly OperatorRight[] => useQuery(operatorMeQuery).data?.operator.rights ?? [];

/** Whether the operator who is logged in may do all of this. What they may not is not offered. */
export const useMay = (...needs: OperatorNeed[]): boolean => meets(useOwnRights(), needs);
