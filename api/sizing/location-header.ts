import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SizingDependencies } from './dependencies.ts';

/** Names the address of what was made. */
export function setLocationHeader(
  { config }: Pick<SizingDependencies, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): void {
  reply.header('location', `${config.sizingBaseUrl ?? `${request.protocol}://${request.host}/sizing/`}${path}`);
}
