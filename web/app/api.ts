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
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call, FormOf, ParamsOf, QueryOf, ReplyOf, WireBodyOf } from '#contract/index.ts';
import { ApiError, createUnreachableError } from './api-error.ts';
import { type QueryParams, queryString } from './paths.ts';
import { queryClient } from './query-client.ts';
import { emitImpersonationChange } from './session/impersonation-events.ts';
import { endSession, getAccessToken, renewSession } from './session/session.ts';

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: never }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

type ApiRequest<C extends Call> = Part<'params', ParamsOf<C>> &
  Part<'query', QueryOf<C>> &
  Part<'body', WireBodyOf<C>> &
  Part<'form', FormOf<C>> & { file?: Blob; headers?: Record<string, string>; signal?: AbortSignal };

export type ApiArguments<C extends Call> =
  Record<never, never> extends ApiRequest<C> ? [request?: ApiRequest<C>] : [request: ApiRequest<C>];

export interface UntypedRequest {
  params?: Record<string, string | number>;
  query?: QueryParams;
  body?: unknown;
  form?: Record<string, string | undefined>;
  /** Sends the bytes of a file as the body. */
  file?: Blob;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal;
}

/** Makes one call of the contract. On 401 it renews the session once, or ends it. Throws `ApiError`. */
export async function api<C extends Call>(call: C, ...[request]: ApiArguments<C>): Promise<ReplyOf<C>> {
  return (await (await sendWithSession(call, (request ?? {}) as UntypedRequest)).json()) as ReplyOf<C>;
}

/**
 * Makes a call that returns a file, with its content and its file name. `onProgress` is told how many bytes have arrived. Throws `ApiError`.
 */
export async function download<C extends Call>(
  call: C,
  ...[request, onProgress]: [...ApiArguments<C>, onProgress?: (bytes: number) => void]
): Promise<{ content: Blob; name: string }> {
  const reply = await sendWithSession(call, (request ?? {}) as UntypedRequest);
  const name = decodeURIComponent(reply.headers.get('x-filename') ?? 'download');
  return { content: await readBlob(reply, onProgress as ((bytes: number) => void) | undefined), name };
}

async function readBlob(reply: Response, onProgress: ((bytes: number) => void) | undefined): Promise<Blob> {
  if (!onProgress || !reply.body) return reply.blob();
  let bytes = 0;
  const counted = reply.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        onProgress(bytes);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { headers: reply.headers }).blob();
}

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

/** Sends a call to the page's own host, or to `base`. Throws when there is no response. */
export async function send(
  call: string,
  { params, query, body, form, file, headers, signal }: UntypedRequest,
  token: string | undefined,
  base = '',
): Promise<Response> {
  const [method, pattern] = call.split(' ') as [string, string];
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  try {
    return await fetch(base + path + queryString(query), {
      method,
      signal: signal ?? null,
      cache: 'no-store',
      headers: {
        Accept: 'application/json',
        'Cache-Control': 'no-cache',
        Pragma: 'no-cache',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(file ? { 'Content-Type': 'application/octet-stream' } : {}),
        ...headers,
      },
      body: form
        ? new URLSearchParams(Object.entries(form).filter((pair): pair is [string, string] => pair[1] !== undefined))
        : body === undefined
          ? (file ?? null)
          : JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw createUnreachableError(error);
  }
}

/** A call as a query of TanStack Query; the key is the call's name and its request. */
export function apiQuery<C extends Call>(call: C, ...[request]: ApiArguments<C>) {
  return queryOptions({
    queryKey: request === undefined ? ([call] as const) : ([call, request] as const),
    queryFn: ({ signal }) => api<C>(call, ...([{ ...(request as object), signal }] as unknown as ApiArguments<C>)),
  });
}

/** Marks the cached responses of calls as stale; those on screen are fetched again. */
export const invalidateCalls = (client: QueryClient, ...calls: Call[]) =>
  Promise.all(calls.map((call) => client.invalidateQueries({ queryKey: [call] })));
