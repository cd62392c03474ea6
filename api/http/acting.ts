import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Visit } from './endpoint.ts';
import { forbidden, HttpError } from './errors.ts';
import type { Scope } from './scope.ts';

/**
 * Names the person whose cart and prices a client believes it is showing; clients may send it with every request. Every answer to a
 * session says by it whom it is about.
 */
export const ACTING_HEADER = 'x-acting-for';

export const isActing = ({ caller, scope }: Visit) => scope.customerId !== caller.customerId;
export const nameOf = ({ firstName, lastName, email }: Pick<Scope, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email;

/** Whether a call may be made while its caller acts for somebody: what it says, else whether it only reads. */
export function mayBeMadeWhileActing(method: string, endpoint: Pick<Endpoint, 'whileActing' | 'changesByGet'>): boolean {
  if (endpoint.whileActing !== undefined) return endpoint.whileActing === 'allowed';
  return method === 'GET' && !endpoint.changesByGet;
}

/**
 * Holds the two rules of acting for somebody. Throws 403 for calls that only concern the caller's own account, and 409
 * when the client shows somebody else than the session acts for: the hour is over, or another tab began or stopped.
 */
export function checkActing(method: string, endpoint: Endpoint, visit: Visit, headers: IncomingHttpHeaders): void {
  if (isActing(visit) && !mayBeMadeWhileActing(method, endpoint)) {
    const name = nameOf(visit.scope);
    throw forbidden(`You are acting for ${name}. This can only be done for oneself: please stop acting for ${name} first.`);
  }
  const shown = headers[ACTING_HEADER];
  if (shown === undefined || Number(shown) === visit.scope.customerId) return;
  const now = isActing(visit) ? `You are now ordering for ${nameOf(visit.scope)}.` : 'You are now ordering for yourself.';
  throw new HttpError(409, { actingFor: [`${now} Nothing was changed; please look at the page again.`] });
}
