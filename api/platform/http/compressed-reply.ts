import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, preferredEncoding } from './compression.ts';
import { SerializedResponse } from './endpoint.ts';

/** Serialises a large reply and compresses it as the client prefers. */
export async function compressReply(request: FastifyRequest, reply: FastifyReply, content: object): Promise<SerializedResponse> {
  const json = Buffer.from(reply.serialize(content) as string);
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  reply.header('vary', 'accept-encoding');
  if (!encoding) return new SerializedResponse(json);
  reply.header('content-encoding', encoding);
  return new SerializedResponse(await compress(json, encoding));
}
