import { Agent, type IncomingHttpHeaders, request as startRequest } from 'node:http';

/** A request as an attacker would write it: nothing is added that the caller did not ask for, except `Host`. */
export interface HostileRequest {
  method?: string;
  path: string;
  /** The brand's host name, `localhost` unless given. */
  host?: string;
  token?: string;
  json?: unknown;
  form?: Record<string, string>;
  body?: Buffer;
  headers?: Record<string, string>;
  /** The address that the request claims to come from; the portal under attack trusts this machine as its proxy. */
  from?: string;
  timeoutMs?: number;
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  content: Buffer;
  text: string;
  milliseconds: number;
}

/** Sends requests to one portal. */
export type Send = (request: HostileRequest) => Promise<HttpResponse>;

function encodeBody({ json, form, body }: HostileRequest): { payload?: Buffer; type?: string } {
  if (body) return { payload: body, type: 'application/octet-stream' };
  if (form) return { payload: Buffer.from(new URLSearchParams(form).toString()), type: 'application/x-www-form-urlencoded' };
  if (json !== undefined) return { payload: Buffer.from(JSON.stringify(json)), type: 'application/json' };
  return {};
}

/** A client for the portal at this address. Every status is a result; connection errors and time-outs reject. */
export function createHostileClient(hostname: string, port: number): { send: Send; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send: Send = (hostile) =>
    new Promise((resolve, reject) => {
      const { payload, type } = encodeBody(hostile);
      const startedAt = performance.now();
      const request = startRequest(
        {
          agent,
          hostname,
          port,
          method: hostile.method ?? (payload ? 'POST' : 'GET'),
          path: hostile.path,
          timeout: hostile.timeoutMs ?? 30_000,
          headers: {
            host: `${hostile.host ?? 'localhost'}:${port}`,
            ...(hostile.token ? { authorization: `Bearer ${hostile.token}` } : {}),
            ...(hostile.from ? { 'x-forwarded-for': hostile.from } : {}),
            ...(payload ? { 'content-type': type, 'content-length': payload.length } : {}),
            ...hostile.headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const content = Buffer.concat(chunks);
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              content,
              text: content.toString(),
              milliseconds: performance.now() - startedAt,
            });
          });
        },
      );
      request.on('error', reject);
      request.on('timeout', () => request.destroy(new Error(`no response to ${hostile.path} in time`)));
      request.end(payload);
    });
  return { send, close: () => agent.destroy() };
}
