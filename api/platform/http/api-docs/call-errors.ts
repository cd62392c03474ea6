import type { Endpoint } from '#contract/endpoint.ts';
import { TOKEN_CALLS } from '../error-handler.ts';
import { forbidden, tooManyRequests, unauthorised } from '../errors.ts';
import { isRefusedWhileImpersonating } from './call-access.ts';

/** What each status means, with the errors of its example. */
const STATUSES: Record<number, { description: string; errors: Record<string, string[]> }> = {
  400: {
    description: 'A parameter is not valid, or a rule of the business refuses the request.',
    errors: { limit: ['Limit must be a whole number from 1 to 250.'] },
  },
  401: { description: 'No valid session.', errors: unauthorised().errors },
  403: { description: 'The caller may not do this.', errors: forbidden().errors },
  404: { description: 'Not found, or not in the caller’s organisation.', errors: { order: ['Order not found.'] } },
  409: {
    description: 'The request conflicts with the present state; nothing was changed.',
    errors: { version: ['Someone else has changed this in the meantime.'] },
  },
  413: { description: 'The request is too large.', errors: { request: ['The request is too large.'] } },
  415: { description: 'This type of content is not accepted.', errors: { request: ['This content type is not accepted here.'] } },
  421: { description: 'The host belongs to no portal.', errors: { host: ['This address does not belong to a portal.'] } },
  422: { description: 'A field of the body is not valid.', errors: { email: ['Please enter a valid email address.'] } },
  429: {
    description: 'Too many requests; `Retry-After` says in how many seconds to try again.',
    errors: tooManyRequests(30).errors,
  },
};

/** The components of the document that `describeErrors` refers to. */
export const ERROR_COMPONENTS = {
  schemas: {
    Errors: {
      type: 'object',
      description: 'Sentences that can be shown to users, by field.',
      required: ['errors'],
      properties: {
        errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        code: { type: 'string', description: 'For programs; where the call documents its codes.' },
      },
    },
  },
  responses: {
    ...Object.fromEntries(
      Object.entries(STATUSES).map(([status, { description, errors }]) => [
        `Error${status}`,
        {
          description,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' }, example: { errors } } },
        },
      ]),
    ),
    TokenError: {
      description: 'The error in the form of OAuth 2.0.',
      content: {
        'application/json': {
          schema: { type: 'object', properties: { error: { type: 'string' }, error_description: { type: 'string' } } },
          example: { error: 'invalid_grant', error_description: 'The email address or password is incorrect.' },
        },
      },
    },
  },
};

/** The error responses of a call, by status, as references to `ERROR_COMPONENTS`. */
export function describeErrors(call: string, endpoint: Endpoint): Record<number, { $ref: string }> {
  const isToken = TOKEN_CALLS.includes(call);
  return Object.fromEntries(
    listErrors(call.split(' ')[0] ?? '', endpoint).map((status) => [
      status,
      { $ref: `#/components/responses/${isToken ? 'TokenError' : `Error${status}`}` },
    ]),
  );
}

/** The error statuses of a call: those that its entry implies, and those that its description names. */
function listErrors(method: string, endpoint: Endpoint): number[] {
  const { access, anyHost, body, description = '', form, limit, params, query } = endpoint;
  const isOpen = access.kind === 'anonymous' || access.kind === 'optional';
  const content = body ?? form;
  const implied: Record<number, unknown> = {
    400: params ?? query ?? content,
    401: !isOpen,
    403:
      (!isOpen && access.kind !== 'signedIn') ||
      isRefusedWhileImpersonating(method, endpoint) ||
      (query && 'impersonatedId' in query.properties),
    404: Object.values(params?.properties ?? {}).some((schema) => 'entity' in schema),
    409: content && 'version' in content.properties,
    413: content,
    421: !anyHost,
    422: content,
    429: isOpen || limit,
  };
  const named = new Set(description.split(/\D+/).map(Number));
  return Object.keys(STATUSES)
    .map(Number)
    .filter((status) => implied[status] || named.has(status));
}
