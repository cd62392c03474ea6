import type { FastifyInstance } from 'fastify';
import { methodNotAllowed } from './errors.ts';

/** A part of a path between slashes: a word, or what a parameter may be. */
type Segment = string | { isNumber: boolean };

interface KnownPath {
  url: string;
  segments: readonly Segment[];
  methods: Set<string>;
}

/** Parameters with a pattern are ids; see `toRouteUrl`. */
const toSegment = (text: string): Segment => (text.startsWith(':') ? { isNumber: text.includes('(') } : text.toLowerCase());

/** The parts of a path. A router makes no difference by case or a trailing slash. */
const splitPath = (path: string): string[] => path.replace(/(?<=.)\/$/, '').split('/');

const fits = (segment: Segment, text: string): boolean =>
  typeof segment === 'string' ? segment === text.toLowerCase() : text !== '' && (!segment.isNumber || /^-?\d/.test(text));

/** Whether both can stand for the same text. */
const overlap = (one: Segment, other: Segment): boolean => {
  if (typeof one === 'string') return typeof other === 'string' ? one === other : fits(other, one);
  return typeof other !== 'string' || fits(one, other);
};

const isSameLength = (one: readonly unknown[], other: readonly unknown[]) => one.length === other.length;

const countWords = ({ segments }: KnownPath) => segments.filter((segment) => typeof segment === 'string').length;

/** The path of a request as the router reads it; empty where that is impossible. */
function readPath(url: string): string {
  try {
    return decodeURI(url.split(/[?#;]/, 1)[0] as string);
  } catch {
    return '';
  }
}

/**
 * Collects the routes that are registered from now on. Call the returned function after the last one: from then on, every
 * method that a path does not support is answered with 405 and the methods that it supports.
 */
export function collectMethods(app: FastifyInstance): () => void {
  const routes = new Map<string, KnownPath>();
  const wildcards: { prefix: string; methods: string[] }[] = [];
  let complete = false;
  /** The most exact first. */
  let known: KnownPath[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (complete) return;
    const methods = [method].flat();
    if (url.endsWith('*')) return void wildcards.push({ prefix: url.slice(0, -1).toLowerCase(), methods });
    const segments = splitPath(url).map(toSegment);
    const pattern = JSON.stringify(segments);
    const route = routes.get(pattern) ?? { url, segments, methods: new Set() };
    for (const name of methods) route.methods.add(name);
    routes.set(pattern, route);
  });

  // Looked up when no route was found, instead of a route for each path and method: there would be three times as many, and most of the time of
  // a start would go into them. Before the body is read, whatever it contains.
  app.addHook('onRequest', (request, _reply, done) => {
    if (!complete || !request.is404) return done();
    const parts = splitPath(readPath(request.url));
    const found = known.find(
      ({ segments, methods }) =>
        isSameLength(segments, parts) &&
        !methods.has(request.method) &&
        segments.every((segment, index) => fits(segment, parts[index] as string)),
    );
    done(found && methodNotAllowed([...found.methods].toSorted()));
  });

  return () => {
    complete = true;
    known = [...routes.values()].toSorted((one, other) => countWords(other) - countWords(one));
    for (const { url, methods } of known)
      for (const wildcard of wildcards)
        if (url.toLowerCase().startsWith(wildcard.prefix)) for (const name of wildcard.methods) methods.add(name);
    for (const route of known) {
      const others = listMethodsOfOthers(route, known);
      if (others.length === 0) continue;
      const supported = [...route.methods].toSorted();
      app.route({
        method: others,
        url: route.url,
        onRequest: async () => {
          throw methodNotAllowed(supported);
        },
        handler: () => {},
      });
    }
  };
}

/** The methods that a path does not support, but a more general one does: the router would take the request for that one's. */
function listMethodsOfOthers({ segments, methods }: KnownPath, all: readonly KnownPath[]): string[] {
  const found = new Set<string>();
  for (const other of all)
    if (
      isSameLength(segments, other.segments) &&
      segments.every((segment, index) => overlap(segment, other.segments[index] as Segment))
    )
      for (const name of other.methods) if (!methods.has(name)) found.add(name);
  return [...found];
}
