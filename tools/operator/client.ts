import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { HttpError } from '#api/platform/http/errors.ts';
import { UsageError } from './commands.ts';
import type { OperatorRequest } from './request.ts';

/** Longer than the slowest call. */
const TIMEOUT_MS = 120_000;
const DEFAULT_URL = 'http://localhost:3000';

/** Which portal calls go to, and as whom. */
export interface Connection {
  origin: string;
  key: string;
}

/** Reads LIVERY_URL and LIVERY_API_KEY. Throws a UsageError when one is missing or invalid. */
export function readConnection({ LIVERY_URL: url = DEFAULT_URL, LIVERY_API_KEY: key = '' }: NodeJS.ProcessEnv): Connection {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`LIVERY_URL must be the address of a portal, such as https://uniforms.example, not "${url}".`);
  if (key.trim() === '')
    throw new UsageError('Set LIVERY_API_KEY to the secret of an API key. Operators create keys at /operator/keys.');
  return { origin: new URL(url).origin, key: key.trim() };
}

/** The content of a reply: JSON, or a file. */
export type Reply = { json: unknown } | { file: Buffer };

/** The reason of a failed connection, such as `ECONNREFUSED`, is in the cause. */
const explain = (error: unknown) => {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
};

async function readErrors(response: Response): Promise<HttpError> {
  const body = (await response.json().catch(() => undefined)) as { errors?: Record<string, string[]> } | undefined;
  const errors = body?.errors ?? { server: [`The server answered ${response.status} ${response.statusText}.`] };
  const wait = response.headers.get('retry-after');
  if (wait !== null) errors.request = [...(errors.request ?? []), `Try again in ${wait} seconds.`];
  if (response.status === 401)
    return new HttpError(401, { authorization: ['The API key in LIVERY_API_KEY is not valid, or has been revoked or rotated.'] });
  return new HttpError(response.status, errors);
}

/** Sends a request. A change carries an idempotency key, a new one unless given. Throws an HttpError with the errors of the server. */
export async function send({ origin, key }: Connection, request: OperatorRequest): Promise<Reply> {
  const isChange = request.method !== 'GET';
  const idempotencyKey = request.idempotencyKey ?? randomUUID();
  const headers = {
    authorization: `Bearer ${key}`,
    ...(isChange ? { 'idempotency-key': idempotencyKey } : {}),
    ...(request.body ? { 'content-type': 'application/json' } : {}),
  };
  try {
    const response = await fetch(`${origin}${request.path}`, {
      method: request.method,
      headers,
      body: request.body ? JSON.stringify(request.body) : null,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw await readErrors(response);
    return request.output === undefined ? { json: await response.json() } : { file: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    if (error instanceof HttpError) throw error;
    const unclear = isChange
      ? ` It is not known whether the change was made. Repeat the command with --idempotency-key ${idempotencyKey}, which makes it at most once where the call honours the key.`
      : '';
    throw new HttpError(503, { server: [`${origin} did not answer: ${explain(error)}.${unclear}`] });
  }
}

/** Writes a reply to the standard output, or a file to where the request says. False when the reply says that the call had no effect. */
export async function writeReply(
  reply: Reply,
  { output }: OperatorRequest,
  write: (text: string | Buffer) => void,
): Promise<boolean> {
  if ('json' in reply) {
    write(`${JSON.stringify(reply.json, null, 2)}\n`);
    return (reply.json as { success?: unknown } | null)?.success !== false;
  }
  if (output === '-') write(reply.file);
  else await writeFile(output as string, reply.file);
  return true;
}
