import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** Who keeps publications: an operator of the supplier or an API key, or an administrator of an organisation. */
export type Keeper = { operator: OperatorScope; admin?: never } | { admin: Scope; operator?: never };
