import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SizingDependencies } from './dependencies.ts';

/**
 * Sets the `Location` header to the address of a created resource; `path` is relative to the service's base URL. Proxies pass `Host` on unchanged; another host
 * that they may forward is what a client said.
 */
export function setLocationHeader(
  { config }: Pick<SizingDependencies, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): void {
  reply.header('location', `${config.sizingBaseUrl ?? `${request.protocol}://${request.headers.host}/sizing/`}${path}`);
}
