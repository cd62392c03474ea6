import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { MAX_ANNOUNCEMENTS_SHOWN } from '#contract/content/announcements/announcement-limits.ts';
import {
  copyContent,
  listKeptContent,
  readKeptContent,
  removeContent,
  restoreContent,
} from '../publications/keep-content.actions.ts';
import { addAnnouncement, changeAnnouncement } from './announcements.actions.ts';
import { toAnnouncement, toOwnAnnouncement, toTweet } from './announcements.mapper.ts';
import { ANNOUNCEMENTS, listReadAnnouncements } from './announcements.queries.ts';

type Dependencies = Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'>;

/** Registers the calls of announcements: reading them, and keeping them as an administrator or an operator. */
export function routes(app: FastifyInstance, dependencies: Dependencies): void {
  const { authenticator, clock, db } = dependencies;
  registerEndpoint(app, authenticator, 'GET /api/organisations/twitter', async ({ context: { effective } }) => {
    const today = getLocalDay(clock.now(), effective.timeZone);
    const tweets = (await listReadAnnouncements(db, effective, today, MAX_ANNOUNCEMENTS_SHOWN)).map(toTweet);
    return { screenName: tweets.length > 0 ? 'News' : null, tweets };
  });
  registerOwn(app, dependencies);
  registerOperators(app, dependencies);
}

const asAdmin = (admin: Scope, request: { id: string }) => ({ keeper: { admin }, requestId: request.id });

function registerOwn(app: FastifyInstance, { authenticator, db }: Dependencies): void {
  registerEndpoint(app, authenticator, 'GET /api/organisations/announcements', async ({ context, query }) => {
    const { rows, totalCount } = await listKeptContent(
      db,
      ANNOUNCEMENTS,
      { admin: context.caller },
      { ...query, order: 'newest' },
    );
    return { announcements: rows.map(toOwnAnnouncement), totalCount };
  });

  registerEndpoint(app, authenticator, 'GET /api/organisations/announcements/:id', async ({ context, params }) => ({
    announcement: toOwnAnnouncement(await readKeptContent(db, ANNOUNCEMENTS, { admin: context.caller }, params.id)),
  }));

  registerEndpoint(app, authenticator, 'POST /api/organisations/announcements', ({ context, body, request }) =>
    runOnce(db, context.caller, { request, body }, async (tx) => ({
      announcement: toOwnAnnouncement(await addAnnouncement(tx, asAdmin(context.caller, request), body)),
    })),
  );

  registerEndpoint(app, authenticator, 'PUT /api/organisations/announcements/:id', ({ context, params, body, request }) =>
    runInTransaction(db, async (tx) => ({
      announcement: toOwnAnnouncement(await changeAnnouncement(tx, asAdmin(context.caller, request), params.id, body)),
    })),
  );

  registerEndpoint(app, authenticator, 'DELETE /api/organisations/announcements/:id', ({ context, params, request }) =>
    runInTransaction(db, async (tx) => {
      await removeContent(tx, ANNOUNCEMENTS, asAdmin(context.caller, request), params.id);
      return {};
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/organisations/announcements/:id/restore', ({ context, params, request }) =>
    runInTransaction(db, async (tx) => ({
      announcement: toOwnAnnouncement(await restoreContent(tx, ANNOUNCEMENTS, asAdmin(context.caller, request), params.id)),
    })),
  );
}

const asOperator = (operator: OperatorScope, request: { id: string }) => ({ keeper: { operator }, requestId: request.id });

function registerOperators(app: FastifyInstance, { authenticator, db }: Dependencies): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/announcements', async ({ operator, query }) => {
    const { rows, totalCount } = await listKeptContent(db, ANNOUNCEMENTS, { operator }, { ...query, order: 'newest' });
    return { announcements: rows.map(toAnnouncement), totalCount };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/announcements/:id', async ({ operator, params }) => ({
    announcement: toAnnouncement(await readKeptContent(db, ANNOUNCEMENTS, { operator }, params.id)),
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/announcements', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => ({
      announcement: toAnnouncement(await addAnnouncement(tx, asOperator(operator, request), body)),
    })),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/announcements/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, async (tx) => ({
      announcement: toAnnouncement(await changeAnnouncement(tx, asOperator(operator, request), params.id, body)),
    })),
  );

  registerEndpoint(app, authenticator, 'DELETE /api/operator/announcements/:id', ({ operator, params, request }) =>
    runInTransaction(db, async (tx) => {
      await removeContent(tx, ANNOUNCEMENTS, asOperator(operator, request), params.id);
      return {};
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/announcements/:id/restore', ({ operator, params, request }) =>
    runInTransaction(db, async (tx) => ({
      announcement: toAnnouncement(await restoreContent(tx, ANNOUNCEMENTS, asOperator(operator, request), params.id)),
    })),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/announcements/:id/copies', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => ({
      announcements: (await copyContent(tx, ANNOUNCEMENTS, asOperator(operator, request), params.id, body)).map(toAnnouncement),
    })),
  );
}
