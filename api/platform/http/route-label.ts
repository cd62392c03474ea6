import type { FastifyRequest } from 'fastify';

const labels = new Map<string, string>();

/** One label for all files of the web app, whose names contain hashes, and the pattern of any other route without the restrictions of its parameters. */
function toLabel(url: string): string {
  const isFile = /\.[a-z0-9]{2,5}$/i.test(url) && !/[:*]/.test(url);
  return isFile ? 'file' : url.replaceAll('(^-?\\d.*$)', '');
}

/**
 * Names the route of a request in logs and metrics: its pattern, which contains no ids. There are as many names as routes: what is not a route is `page` if
 * the web app responded, and otherwise `unknown`.
 */
export function describeRoute({ routeOptions: { url } }: Pick<FastifyRequest, 'routeOptions'>, status: number): string {
  if (url === undefined) return status < 400 ? 'page' : 'unknown';
  let label = labels.get(url);
  if (label === undefined) {
    label = toLabel(url);
    labels.set(url, label);
  }
  return label;
}
