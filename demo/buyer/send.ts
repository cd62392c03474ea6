import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** What the portal sent back. */
export interface PortalReply {
  status: number;
  contentType: string;
  body: Buffer;
}

/** Posts a body to the portal. Rejects when it cannot be reached. */
export type SendToPortal = (url: string, contentType: string, body: Buffer) => Promise<PortalReply>;

const TIMEOUT_MS = 60_000;
const MAX_REPLY_BYTES = 1024 * 1024;

/** By HTTP. Hosts below `localhost` are this machine: browsers know that, and not every resolver of names does. */
export const sendByHttp: SendToPortal = async (address, contentType, body) => {
  const url = new URL(address);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send({
    hostname: url.hostname.endsWith('.localhost') ? 'localhost' : url.hostname,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    headers: { host: url.host, 'content-type': contentType, 'content-length': body.length },
    timeout: TIMEOUT_MS,
  });
  request.on('timeout', () => request.destroy(new Error('The portal did not answer in time.')));
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_REPLY_BYTES) throw new Error('The answer of the portal is too large.');
    chunks.push(chunk);
  }
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    body: Buffer.concat(chunks),
  };
};
