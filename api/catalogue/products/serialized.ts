import type { FastifyReply } from 'fastify';
import type { EncodedResponse } from '#api/platform/cache/response-cache.ts';
import { SerializedResponse } from '#api/platform/http/endpoint.ts';

/** Sends a cached response as it is, with its encoding. */
export function toSerialized(reply: FastifyReply, { content, encoding }: EncodedResponse): SerializedResponse {
  reply.header('vary', 'accept-encoding');
  if (encoding) reply.header('content-encoding', encoding);
  return new SerializedResponse(content);
}
