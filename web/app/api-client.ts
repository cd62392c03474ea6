import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call, FormOf, ParamsOf, QueryOf, ReplyOf, WireBodyOf } from '#contract/index.ts';
import { createUnreachableError } from './api-error.ts';
import { type QueryParams, queryString } from './paths.ts';

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

/** The typed client of the portal's API for the sessions of one kind of user. `sendCall` adds the session and throws `ApiError` on failure. */
export function createApiClient(sendCall: (call: string, request: UntypedRequest) => Promise<Response>) {
  /** Makes one call of the contract. Throws `ApiError`. */
  async function api<C extends Call>(call: C, ...[request]: ApiArguments<C>): Promise<ReplyOf<C>> {
    return (await (await sendCall(call, (request ?? {}) as UntypedRequest)).json()) as ReplyOf<C>;
  }

  /**
   * Makes a call that returns a file, with its content and its file name. `onProgress` is told how many bytes have arrived. Throws `ApiError`.
   */
  async function download<C extends Call>(
    call: C,
    ...[request, onProgress]: [...ApiArguments<C>, onProgress?: (bytes: number) => void]
  ): Promise<{ content: Blob; name: string }> {
    const reply = await sendCall(call, (request ?? {}) as UntypedRequest);
    const name = decodeURIComponent(reply.headers.get('x-filename') ?? 'download');
    return { content: await readBlob(reply, onProgress as ((bytes: number) => void) | undefined), name };
  }

  /** A call as a query of TanStack Query; the key is the call's name and its request. */
  function apiQuery<C extends Call>(call: C, ...[request]: ApiArguments<C>) {
    return queryOptions({
      queryKey: request === undefined ? ([call] as const) : ([call, request] as const),
      queryFn: ({ signal }) => api<C>(call, ...([{ ...(request as object), signal }] as unknown as ApiArguments<C>)),
    });
  }

  /** Marks the cached responses of calls as stale; those on screen are fetched again. */
  const invalidateCalls = (client: QueryClient, ...calls: Call[]) =>
    Promise.all(calls.map((call) => client.invalidateQueries({ queryKey: [call] })));

  return { api, download, apiQuery, invalidateCalls };
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
