import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '#contract/endpoint.ts';
import { forbidden, HttpError } from './errors.ts';
import type { RequestContext } from './request-context.ts';
import type { Scope } from './scope.ts';

/**
 * The id of the person whose cart and prices the client shows. Clients may send it with every request; every response to a
 * session contains it.
 */
export const IMPERSONATION_HEADER = 'x-acting-for';

export const isImpersonating = ({ caller, effective }: RequestContext) => effective.customerId !== caller.customerId;
export const formatPersonName = ({ firstName, lastName, email }: Pick<Scope, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email;

/** Whether a call is allowed while impersonating: as its endpoint declares, otherwise if it only reads. */
export function isAllowedWhileImpersonating(
  method: string,
  endpoint: Pick<Endpoint, 'whileImpersonating' | 'changesByGet'>,
): boolean {
  if (endpoint.whileImpersonating !== undefined) return endpoint.whileImpersonating === 'allowed';
  return method === 'GET' && !endpoint.changesByGet;
}

/**
 * Enforces the two rules of impersonation. Throws 403 for calls that only concern the caller's own account, and 409 when the
 * client shows a different person from the session's: the impersonation has expired, or another tab started or ended one.
 */
export function checkImpersonation(
  method: string,
  endpoint: Endpoint,
  context: RequestContext,
  headers: IncomingHttpHeaders,
): void {
  if (isImpersonating(context) && !isAllowedWhileImpersonating(method, endpoint)) {
    const name = formatPersonName(context.effective);
    throw forbidden(`You are ordering for ${name}. You can only do this for yourself: please stop ordering for ${name} first.`);
  }
  const shown = headers[IMPERSONATION_HEADER];
  if (shown === undefined || Number(shown) === context.effective.customerId) return;
  const now = isImpersonating(context)
    ? `You are now ordering for ${formatPersonName(context.effective)}.`
    : 'You are now ordering for yourself.';
  throw new HttpError(409, { actingFor: [`${now} Nothing was changed. Please check the page and try again.`] });
}
