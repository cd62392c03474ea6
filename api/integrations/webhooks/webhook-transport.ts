import { lookup as lookupAddresses } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPermittedAddress } from './public-address.rules.ts';
import { WebhookFailedError, type WebhookFailure } from './webhook-failures.rules.ts';
import { hostOf } from './webhook-url.rules.ts';

/** A request to an endpoint. */
export interface WebhookRequest {
  /** As `checkWebhookUrl` returned it. */
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}

/** What the receiver responded. */
export interface WebhookResponse {
  status: number;
  /** The first characters of the response. */
  excerpt: string;
}

/** Sends requests to endpoints. */
export interface WebhookTransport {
  /** Resolves with any response, also one that reports an error. Throws a `WebhookFailedError` when there is none. */
  post(request: WebhookRequest): Promise<WebhookResponse>;
}

interface Address {
  address: string;
  family: number;
}

/** How requests are made; tests replace parts of it. */
export interface TransportOptions {
  /** Whether addresses of one's own networks are permitted. */
  allowsPrivate: boolean;
  /** Resolves a name to all of its addresses. */
  lookup?: (host: string) => Promise<Address[]>;
  /** Certificate authorities to trust instead of the usual ones. */
  ca?: string;
  /** For the whole exchange, from resolving the name to the end of the response. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const EXCERPT_LENGTH = 500;

/** The text of the first bytes, without control characters except line breaks. */
const toExcerpt = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .slice(0, EXCERPT_LENGTH)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffd]/g, '');

const isCertificateError = (code: string) => /CERT|SIGNATURE|ISSUER|CHAIN|SELF_SIGNED/.test(code);

/** Why there was no response. */
function toFailure(error: unknown, timeoutMs: number): WebhookFailure {
  if (error instanceof WebhookFailedError) return error.failure;
  const { name, code = '', message } = error as Error & { code?: string };
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT')
    return { kind: 'no_response_in_time', seconds: timeoutMs / 1000 };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return { kind: 'host_not_resolved' };
  if (code === 'ECONNREFUSED') return { kind: 'connection_refused' };
  if (code === 'ECONNRESET' || code === 'EPIPE') return { kind: 'connection_closed' };
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return { kind: 'not_reachable' };
  if (isCertificateError(code)) return { kind: 'certificate_not_valid', code };
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') return { kind: 'no_tls' };
  return { kind: 'request_failed', message: message.slice(0, 200) };
}

/** Rejects when the signal is aborted, for work that cannot be cancelled itself. */
const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })),
  ]);

/** Reads the beginning of a response. Whatever happens then, the status has been received. */
async function readExcerpt(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (size < EXCERPT_LENGTH * 4) chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // The receiver broke off or the time is up.
  }
  response.destroy();
  return toExcerpt(Buffer.concat(chunks));
}

/**
 * Sends requests over HTTPS to public addresses only. The name is resolved and its addresses are checked at each request, and the connection goes to
 * one of the addresses that were checked. Redirects are not followed, and no more than 64 KB of the response are read.
 */
export function createWebhookTransport({
  allowsPrivate,
  lookup = (host) => lookupAddresses(host, { all: true }),
  ca,
  timeoutMs = TIMEOUT_MS,
}: TransportOptions): WebhookTransport {
  /** The addresses of a host. Throws when one of them is not permitted. */
  const resolve = async (host: string): Promise<Address[]> => {
    const family = isIP(host);
    const addresses = family === 0 ? await lookup(host) : [{ address: host, family }];
    if (addresses.length === 0) throw new WebhookFailedError({ kind: 'host_not_resolved' });
    if (!addresses.every(({ address }) => isPermittedAddress(address, { allowsPrivate })))
      throw new WebhookFailedError({ kind: 'address_not_public' });
    return addresses;
  };

  const send = async ({ url: text, body, headers }: WebhookRequest, signal: AbortSignal): Promise<WebhookResponse> => {
    const url = new URL(text);
    if (url.protocol !== 'https:') throw new WebhookFailedError({ kind: 'not_https' });
    const host = hostOf(url);
    const addresses = await untilAborted(resolve(host), signal);
    const lookupChecked: LookupFunction = (_host, options, callback) => {
      const [first] = addresses as [Address, ...Address[]];
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    const response = await new Promise<IncomingMessage>((resolveResponse, reject) => {
      const request = requestByHttps({
        method: 'POST',
        host,
        ...(isIP(host) === 0 ? { servername: host } : {}),
        port: url.port || 443,
        path: url.pathname + url.search,
        headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
        lookup: lookupChecked,
        // A connection of its own, so that none is reused for which other addresses were checked.
        agent: false,
        maxHeaderSize: MAX_HEADER_BYTES,
        rejectUnauthorized: true,
        signal,
        ...(ca === undefined ? {} : { ca }),
      });
      request.on('response', resolveResponse);
      request.on('error', reject);
      request.end(body);
    });
    return { status: response.statusCode ?? 0, excerpt: await readExcerpt(response) };
  };

  return {
    post: async (request) => {
      try {
        return await send(request, AbortSignal.timeout(timeoutMs));
      } catch (error) {
        throw new WebhookFailedError(toFailure(error, timeoutMs));
      }
    },
  };
}
