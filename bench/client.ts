import { Agent, request } from 'node:http';

/** A small HTTP client on kept-alive connections: the load generator must cost less than what it measures. */
export interface Client {
  send<R = unknown>(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: R }>;
  close(): void;
}

/** Requests of one person. Throws what the connection throws; every status is an answer. */
export function createClient(origin: string, token: string, connections = 1): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(origin);
  return {
    send: <R = unknown>(method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
      new Promise<{ status: number; body: R }>((resolve, reject) => {
        const payload = body === undefined ? undefined : JSON.stringify(body);
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
              try {
                resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString() || 'null') as R });
              } catch (error) {
                reject(error as Error);
              }
            });
          },
        );
        sent.on('error', reject);
        sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
        sent.end(payload);
      }),
    close: () => agent.destroy(),
  };
}

/** The same client for somebody patient: what is answered with 503 is sent again, as the answer asks. */
export function withRetries(client: Client): Client {
  const send: Client['send'] = async (method, path, body, headers) => {
    for (;;) {
      const answer = await client.send<never>(method, path, body, headers);
      if (answer.status !== 503) return answer;
      await new Promise((resume) => setTimeout(resume, 100 + Math.random() * 400));
    }
  };
  return { ...client, send };
}
