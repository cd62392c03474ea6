import type { FastifyInstance } from 'fastify';
import { readCatalogueSettings } from '#api/catalogue/prices/catalogue-prices.queries.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { toTopic } from './topics.mapper.ts';
import { isAt, isInformation, isTopic, listTopics, type TopicReader } from './topics.queries.ts';
import { findLocation } from './topics.rules.ts';

/** Registers the calls with which people, and the log-in page, read topics. */
export function routes(
  app: FastifyInstance,
  { authenticator, clock, db, hosts }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'hosts'>,
): void {
  const toPerson = ({ caller }: RequestContext): TopicReader => ({
    scope: caller,
    today: getLocalDay(clock.now(), caller.timeZone),
  });
  // A brand has no time zone of its own: its days are those of the supplier.
  const readBrand = async (brandId: number): Promise<TopicReader> => ({
    brandId,
    today: getLocalDay(clock.now(), (await readCatalogueSettings(db)).timeZone),
  });

  registerEndpoint(app, authenticator, 'GET /api/topics/portallocation/:location', async ({ context, params, request }) => {
    const location = findLocation(params.location);
    if (location === undefined || (location !== 'login' && !context)) return { topics: [] };
    const reader =
      context && location !== 'login' ? toPerson(context) : await readBrand((await hosts.getBrandForRequest(request)).id);
    return { topics: (await listTopics(db, [reader], isAt(location))).map(toTopic) };
  });

  registerEndpoint(app, authenticator, 'GET /api/topics/getinformationmenutopics', async ({ context }) => ({
    topics: (await listTopics(db, [toPerson(context)], isInformation, { withBody: false })).map(toTopic),
  }));

  registerEndpoint(app, authenticator, 'GET /api/topics/:id', async ({ context, params, request }) => {
    const readers = [await readBrand((await hosts.getBrandForRequest(request)).id), ...(context ? [toPerson(context)] : [])];
    const topics = await listTopics(db, readers, isTopic(params.id));
    if (topics.length === 0) throw notFound('topic');
    return { topics: topics.map(toTopic) };
  });
}
