import type { Access, Endpoint } from '#contract/endpoint.ts';
import { includesScope, OPERATOR_RIGHTS, SCOPES_OF_RIGHTS } from '#contract/identity/operators/operator-rights.ts';
import { isAllowedWhileImpersonating } from '../impersonation.ts';

const listCodes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

function describeAccess(access: Access): string {
  switch (access.kind) {
    case 'anonymous':
      return 'anyone, without a token.';
    case 'optional':
      return 'anyone; with a token, the reply is about its person.';
    case 'signedIn':
      return 'every customer who is logged in.';
    case 'permissions':
      return `customers with at least one of these permissions: ${listCodes(access.anyOf)}.`;
    case 'roles':
      return `customers in at least one of these roles: ${listCodes(access.anyOf)}${access.permission ? `, with the permission \`${access.permission}\`` : ''}.`;
    case 'operator':
      return describeOperatorAccess(access);
  }
}

function describeOperatorAccess({ scope, anyRight }: Extract<Access, { kind: 'operator' }>): string {
  const rights = OPERATOR_RIGHTS.filter((right) => scope && includesScope(SCOPES_OF_RIGHTS[right], scope));
  const operators = anyRight
    ? 'operators of the supplier, whatever their rights'
    : `operators of the supplier with ${rights.length > 1 ? 'one of the rights' : 'the right'} ${listCodes(scope ? rights : ['administrator'])}`;
  return `${operators}, ${scope ? `and API keys with the scope \`${scope}\`` : 'but no API keys'}.`;
}

/** Whether customers may not make a call during impersonation. */
export const isRefusedWhileImpersonating = (method: string, endpoint: Endpoint): boolean =>
  ['optional', 'signedIn', 'permissions', 'roles'].includes(endpoint.access.kind) &&
  !isAllowedWhileImpersonating(method, endpoint);

/** Who may make a call, as Markdown: the access of its contract entry, and whether it may be made during impersonation. */
export const describeCallers = (method: string, endpoint: Endpoint): string =>
  `**Who may call it:** ${describeAccess(endpoint.access)}${isRefusedWhileImpersonating(method, endpoint) ? ' Refused while impersonating (403).' : ''}`;

/** The kinds of token, each sent as `Authorization: Bearer …`. */
export const SECURITY_SCHEMES = {
  customer: { type: 'http', scheme: 'bearer', description: 'Session of a customer: the `access_token` of `POST /api/token`.' },
  operator: {
    type: 'http',
    scheme: 'bearer',
    description: 'Session of an operator of the supplier: the `access_token` of `POST /api/operator/token`.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'API key of the supplier, from `POST /api/operator/apikeys`, with the scope that the call names.',
  },
  sizing: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of the sizing service: the `access_token` of `GET /api/bodyme/tokenv3`.',
  },
} as const;

type SecurityRequirement = Partial<Record<keyof typeof SECURITY_SCHEMES, string[]>>;

/** The tokens with which a call can be made, any one of them. An empty list is a call without a token, an empty requirement makes it optional. */
export function describeSecurity(path: string, access: Access): SecurityRequirement[] {
  if (path.startsWith('/sizing/')) return [{ sizing: [] }];
  switch (access.kind) {
    case 'anonymous':
      return [];
    case 'optional':
      return [{}, { customer: [] }];
    case 'operator':
      return [{ operator: [] }, ...(access.scope ? [{ apiKey: [access.scope] }] : [])];
    default:
      return [{ customer: [] }];
  }
}
