import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#api/platform/db/database.ts';
import { countAttempt, type RateLimit, toNetworkPrefix } from '#api/platform/http/rate-limit.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import {
  type FormOutcome,
  isLargeForm,
  type PageLook,
  SUBMIT_SCRIPT,
  SUBMIT_SCRIPT_PATH,
  writeFormPage,
  writeLargeFormPage,
  writeNoticePage,
  writeRepeatedFormPage,
} from '../carts/form-page.rules.ts';
import type { TripOutcome } from '../trips/trips.queries.ts';
import { openReturn, type ShownReturn } from './end-trip.actions.ts';
import { existsTrip } from './ending-trips.queries.ts';
import { isPrefetch, listAncestors, sendPage, toFormSource } from './send-page.ts';

type Server = Pick<ServerDependencies, 'db' | 'clock' | 'hosts' | 'log'>;

/** Ids of trips that do not exist, from one network: far more than anyone mistypes. */
const UNKNOWN: RateLimit = { name: 'punchout-return', max: 60, windowSeconds: 600 };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const SAID: Readonly<Record<TripOutcome, Exclude<FormOutcome, 'answer'>>> = {
  returned: 'cart',
  emptied: 'cart',
  cancelled: 'cancelled',
  expired: 'expired',
};

/** A page in words, with what the person can do. */
const NOTICES = {
  unknown: {
    status: 404,
    title: 'We don’t know this visit',
    text: 'Please go back to your purchasing system and open the shop from there again.',
  },
  limited: {
    status: 429,
    title: 'Too many attempts',
    text: 'There were too many attempts from your network. Please wait ten minutes, or go back to your purchasing system.',
  },
  failed: {
    status: 500,
    title: 'Not returned yet',
    text: 'Something went wrong on our side. Nothing in your purchasing system has changed. Please reload this page, or go back to your purchasing system.',
  },
} as const;

/**
 * The page that takes people back to the buyer's system, which needs no session: the id of the trip is its secret. It ends a trip that is open. Registers the script of
 * pages with forms as well.
 */
export function routes(app: FastifyInstance, server: Server): void {
  app.get(SUBMIT_SCRIPT_PATH, (_request, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(SUBMIT_SCRIPT),
  );

  app.get<{ Params: { id: string } }>('/punchout/return/:id', async (request, reply) => {
    const brand = await server.hosts.getBrandForRequest(request);
    const look: PageLook = { brand, nonce: randomBytes(16).toString('base64') };
    const { id } = request.params;
    // Only someone who opens the page leaves the shop.
    if (request.method === 'HEAD' || isPrefetch(request)) {
      const isKnown = UUID.test(id) && (await existsTrip(server.db, brand.id, id));
      return reply
        .status(request.method === 'HEAD' ? (isKnown ? 200 : 404) : 503)
        .header('cache-control', 'no-store')
        .send();
    }
    try {
      const shown = UUID.test(id) ? await openReturn(server, brand.id, id) : undefined;
      return shown ? await sendForm(request, reply, shown, look) : await sendUnknown(request, reply, server.db, look);
    } catch (error) {
      request.log.error({ err: error }, 'a trip could not be ended');
      return sendNotice(reply, 'failed', look);
    }
  });
}

function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { connection, form, outcome, isFirst }: ShownReturn,
  look: PageLook,
) {
  const write = isFirst ? writeFormPage : writeRepeatedFormPage;
  const page =
    isFirst && isLargeForm(form)
      ? writeLargeFormPage(form, connection.name, look)
      : write(form, connection.name, SAID[outcome], look);
  return sendPage(reply, page, look, {
    formOrigins: [toFormSource(form.action)],
    frameAncestors: listAncestors(request, connection.frameOrigins),
  });
}

async function sendUnknown(request: FastifyRequest, reply: FastifyReply, db: Db, look: PageLook) {
  const wait = await countAttempt(db, [{ limit: UNKNOWN, subject: toNetworkPrefix(request.ip) }]);
  return sendNotice(reply, wait > 0 ? 'limited' : 'unknown', look);
}

function sendNotice(reply: FastifyReply, notice: keyof typeof NOTICES, look: PageLook) {
  const { status, title, text } = NOTICES[notice];
  return sendPage(reply.status(status), writeNoticePage(title, text, look), look, { formOrigins: [], frameAncestors: [] });
}
