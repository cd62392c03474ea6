import type { FastifyReply, FastifyRequest } from 'fastify';
import { createFormPagePolicy, type PageLook } from '../carts/form-page.rules.ts';

/** Whether the browser only looks ahead: no one has decided to leave. */
export const isPrefetch = ({ headers }: FastifyRequest): boolean =>
  [headers['sec-purpose'], headers.purpose, headers['x-moz']].some((value) => String(value ?? '').includes('prefetch'));

/** What a policy names of an address: `https://buyer.example`, or the scheme of an address without an origin. */
export const toFormSource = (action: string): string => {
  const { origin, protocol } = new URL(action);
  return origin === 'null' ? protocol : origin;
};

/** Origins that may show the page in a frame: those of the connection, where it is opened in one. */
export const listAncestors = (request: FastifyRequest, origins: readonly string[]): readonly string[] =>
  request.headers['sec-fetch-dest'] === 'iframe' ? origins : [];

/** Sends a page with a policy of its own. It is never kept. */
export const sendPage = (
  reply: FastifyReply,
  page: string,
  { nonce }: PageLook,
  sources: Parameters<typeof createFormPagePolicy>[1],
) =>
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'Sec-Fetch-Dest')
    .header('content-security-policy', createFormPagePolicy(nonce, sources))
    .send(page);
