import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the portal asks of its payment provider. */
export type ProviderCall = 'open a page' | 'ask about a page' | 'end a page' | 'refund' | 'other';

/** Between the portal and its payment provider. */
export interface ProviderRelay {
  url: string;
  close(): Promise<void>;
}

function nameCall(method: string, path: string): ProviderCall {
  if (path === '/v1/refunds') return 'refund';
  if (!path.startsWith('/v1/sessions')) return 'other';
  if (path.endsWith('/end')) return 'end a page';
  return method === 'POST' ? 'open a page' : 'ask about a page';
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Starts it before the provider at `target`. `meet` is waited for before a call reaches the provider and once the provider has answered; when it says `false`,
 * the call goes no further.
 */
export async function startProviderRelay(
  target: string,
  meet: (call: ProviderCall, when: 'before' | 'after') => Promise<boolean>,
): Promise<ProviderRelay> {
  const server = createServer(async (request, response) => {
    try {
      const { method = 'GET', url = '/', headers } = request;
      const body = await readBody(request);
      const call = nameCall(method, url);
      if (!(await meet(call, 'before'))) return void response.destroy();
      const { authorization = '', 'idempotency-key': key } = headers;
      const answer = await fetch(new URL(url, target), {
        method,
        headers: {
          authorization,
          'content-type': 'application/json',
          ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
        },
        ...(body === '' ? {} : { body }),
      });
      const text = await answer.text();
      if (!(await meet(call, 'after'))) return void response.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    } catch {
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
