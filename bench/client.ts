import { Agent, request } from 'node:http';

/** A small HTTP client on kept-alive connections: the load generator must cost less than what it measures. */
export interface Client {
  send<R = unknown>(
    method: string,
    path: string,
    body?: object | string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: R }>;
  close(): void;
}

/**
 * A client for one person's session. A body of text is sent as it is. Every status is a result, with null as the body of a response that is not
 * JSON; connection errors reject.
 */
export function createClient(origin: string, token: string, connections = 1): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(origin);
  return {
    send: <R = unknown>(method: string, path: string, body?: object | string, headers: Record<string, string> = {}) =>
      new Promise<{ status: number; body: R }>((resolve, reject) => {
        const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
        const sent = request(
          {
            agent,
            hostname,
            port,
            method,
            path,
            timeout: 20_000,
            headers: {
              host: 'localhost',
              authorization: `Bearer ${token}`,
              ...(payload === undefined
                ? {}
                : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
              ...headers,
            },
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', reject);
            response.on('end', () => {
              // A proxy answers for a server that is not there, in HTML.
              const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
              try {
                const body = (isJson ? JSON.parse(Buffer.concat(chunks).toString() || 'null') : null) as R;
                resolve({ status: response.statusCode ?? 0, body });
              } catch (error) {
                reject(error as Error);
              }
            });
          },
        );
        sent.on('error', reject);
        sent.on('timeout', () => sent.destroy(new Error('no response within 20 seconds')));
        sent.end(payload);
      }),
    close: () => agent.destroy(),
  };
}

/** Wraps a client so that requests refused with 503 are repeated after a short delay, as `Retry-After` asks. */
export function withRetries(client: Client): Client {
  const send: Client['send'] = async (method, path, body, headers) => {
    for (;;) {
      const response = await client.send<never>(method, path, body, headers);
      if (response.status !== 503) return response;
      await new Promise((resume) => setTimeout(resume, 100 + Math.random() * 400));
    }
  };
  return { ...client, send };
}
