/**
 * The typed client of the portal's API.
 *
 *   await api('GET /api/products', { query: { keyword: 'polo', page: 0 }, signal })
 *   await api('GET /api/products/:id', { params: { id: 7 } })
 *   await api('PUT /api/shopping_cart_items/:id', { params: { id }, body: { shoppingCartItem: { quantity: 2 } } })
 *   await api('POST /api/setpaymentform', { body: { checkout }, headers: { 'Idempotency-Key': key } })
 *
 *   useQuery(apiQuery('GET /api/orders', { query: { page, limit: 10 } }))   // key: [call, request]
 *   client.invalidateQueries({ queryKey: ['GET /api/orders'] })             // every page of that list
 *
 * Failures are thrown as `ApiError`: `message` is fit to show (`showError(error)` of ui/feedback/alerts.ts does), `errors`
 * maps fields to their messages, `status` is 0 when the server could not be reached.
 */
import type { ReplyOf } from '#contract/index.ts';
import { createApiClient, send, type UntypedRequest } from './api-client.ts';
import { ApiError, createUnreachableError } from './api-error.ts';
import { queryClient } from './query-client.ts';
import { emitImpersonationChange } from './session/impersonation-events.ts';
import { endSession, getAccessToken, renewSession } from './session/session.ts';

/** The API for the customer who is logged in. On 401 the session is renewed once, or ended. */
export const { api, download, apiQuery, invalidateCalls } = createApiClient(sendWithSession);

async function sendWithSession(call: string, request: UntypedRequest): Promise<Response> {
  const token = await getAccessToken();
  const shown = token && !SESSION_CALLS.has(call) ? findShownPersonId() : undefined;
  const headers = shown === undefined ? request.headers : { ...request.headers, 'X-Acting-For': String(shown) };
  let reply = await send(call, { ...request, headers }, token);
  if (reply.status === 401 && token) {
    const outcome = await renewSession(({ accessToken: now }) => now === token);
    if (outcome === 'unavailable') throw createUnreachableError();
    if (outcome === 'renewed') reply = await send(call, { ...request, headers }, await getAccessToken());
  }
  if (reply.status === 401) endSession('expired');
  if (!reply.ok) {
    const error = await ApiError.from(reply);
    if (error.errors.actingFor) emitImpersonationChange();
    throw error;
  }
  if (token && !SESSION_CALLS.has(call)) await checkPerson(shown, reply);
  return reply;
}

/** Rejects a response about a person other than the one this tab shows, for example after impersonation changed. Throws 409. */
async function checkPerson(shown: number | undefined, reply: Response): Promise<void> {
  const effectiveId = reply.headers.get('x-acting-for');
  const subject = effectiveId === null ? shown : Number(effectiveId);
  if (subject === undefined) return;
  // A request sent before the profile was known waits for the profile.
  if (shown === undefined) await queryClient.ensureQueryData(apiQuery('GET /api/customerprofile'));
  const now = findShownPersonId();
  if (now !== undefined && now !== subject) throw new ApiError(409, ['This page now shows someone else. Please try again.']);
}

/** Calls that read or change whom the session acts for, and so do not depend on it. */
const SESSION_CALLS = new Set([
  'GET /api/customerprofile',
  'GET /api/customers/impersonate/:id',
  'GET /api/customers/impersonateCancel',
  'POST /api/reportError',
]);

/** The id of the person whose pages this tab shows. Sent with each call, so that the server rejects a change to another cart. */
function findShownPersonId(): number | undefined {
  const profile = queryClient.getQueryData<ReplyOf<'GET /api/customerprofile'>>(['GET /api/customerprofile']);
  return profile && (profile.impersonatedCustomer ?? profile).id;
}
