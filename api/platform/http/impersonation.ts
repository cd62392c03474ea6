import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '#contract/endpoint.ts';
import { forbidden, HttpError } from './errors.ts';
import type { RequestContext } from './request-context.ts';
import type { Scope } from './scope.ts';

/**
 * Names the person whose cart and prices a client believes it is showing; clients may send it with every request. Every answer to a
 * session says by it whom it is about.
 */
export const IMPERSONATION_HEADER = 'x-acting-for';

export const isImpersonating = ({ caller, effective }: RequestContext) => effective.customerId !== caller.customerId;
export const formatPersonName = ({ firstName, lastName, email }: Pick<Scope, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email;

/** Whether a call may be made while its caller acts for somebody: what it says, else whether it only reads. */
export function isAllowedWhileImpersonating(
  method: string,
  endpoint: Pick<Endpoint, 'whileImpersonating' | 'changesByGet'>,
): boolean {
  if (endpoint.whileImpersonating !== undefined) return endpoint.whileImpersonating === 'allowed';
  return method === 'GET' && !endpoint.changesByGet;
}

/**
 * Holds the two rules of acting for somebody. Throws 403 for calls that only concern the caller's own account, and 409
 * when the client shows somebody else than the session acts for: the hour is over, or another tab began or stopped.
 */
export function checkImpersonation(
  method: string,
  endpoint: Endpoint,
  context: RequestContext,
  headers: IncomingHttpHeaders,
): void {
  if (isImpersonating(context) && !isAllowedWhileImpersonating(method, endpoint)) {
    const name = formatPersonName(context.effective);
    throw forbidden(`You are acting for ${name}. This can only be done for oneself: please stop acting for ${name} first.`);
  }
  const shown = headers[IMPERSONATION_HEADER];
  if (shown === undefined || Number(shown) === context.effective.customerId) return;
  const now = isImpersonating(context)
    ? `You are now ordering for ${formatPersonName(context.effective)}.`
    : 'You are now ordering for yourself.';
  throw new HttpError(409, { actingFor: [`${now} Nothing was changed; please look at the page again.`] });
}
