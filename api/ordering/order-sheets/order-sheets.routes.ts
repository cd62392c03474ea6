import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { toCartReply } from '../cart/cart.mapper.ts';
import { addSheet } from './check/add-sheet.actions.ts';
import { assertMayOrderForOthers, checkSheet, type SheetDependencies } from './check/check-sheet.actions.ts';
import { toCheckReply } from './check/checked-sheet.mapper.ts';

/** Registers the endpoints of sheets for many wearers. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db'> & SheetDependencies,
): void {
  const { db, authenticator } = dependencies;

  registerEndpoint(app, authenticator, 'POST /api/ordersheets/check', async ({ body, context: { effective } }) => {
    assertMayOrderForOthers(effective);
    return toCheckReply(await checkSheet(db, dependencies, effective, body.rows), effective);
  });

  registerEndpoint(app, authenticator, 'POST /api/ordersheets/add', async ({ body, request, context: { effective } }) => {
    assertMayOrderForOthers(effective);
    return runOnce(db, effective, { request, body }, async (tx) =>
      toCartReply(await addSheet(tx, dependencies, effective, body), effective),
    );
  });
}
