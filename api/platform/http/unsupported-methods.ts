import type { FastifyInstance } from 'fastify';
import { methodNotAllowed } from './errors.ts';

/** Paths that a router would not tell apart: case, a trailing slash and the names of parameters make no difference. */
const toPattern = (url: string) =>
  url
    .toLowerCase()
    .replaceAll(/:\w+/g, ':')
    .replace(/(?<=.)\/$/, '');

/**
 * Collects the routes that are registered from now on. Call the returned function after the last one: from then on, every
 * method that a path does not support is answered with 405 and the methods that it supports.
 */
export function collectMethods(app: FastifyInstance): () => void {
  const routes = new Map<string, { url: string; methods: Set<string> }>();
  const wildcards: { prefix: string; methods: string[] }[] = [];
  let complete = false;
  app.addHook('onRoute', ({ url, method }) => {
    if (complete) return;
    const methods = [method].flat();
    if (url.endsWith('*')) return void wildcards.push({ prefix: url.slice(0, -1).toLowerCase(), methods });
    const pattern = toPattern(url);
    const route = routes.get(pattern) ?? { url, methods: new Set() };
    for (const name of methods) route.methods.add(name);
    routes.set(pattern, route);
  });

  return () => {
    complete = true;
    for (const [pattern, { url, methods }] of routes) {
      for (const wildcard of wildcards)
        if (pattern.startsWith(wildcard.prefix)) for (const name of wildcard.methods) methods.add(name);
      const supported = [...methods].toSorted();
      app.route({
        method: app.supportedMethods.filter((name) => !methods.has(name)),
        url,
        // Before the body is read, whatever it contains.
        onRequest: async () => {
          throw methodNotAllowed(supported);
        },
        handler: () => {},
      });
    }
  };
}
