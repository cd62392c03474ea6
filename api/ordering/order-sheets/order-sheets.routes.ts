import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { acceptSheetUploads } from '#api/platform/sheet-file/accept-sheet-uploads.ts';
import { SheetFileReader } from '#api/platform/sheet-file/sheet-file-reader.ts';
import { sendWorkbook } from '#api/platform/workbook/send-workbook.ts';
import { toCartReply } from '../cart/cart.mapper.ts';
import { checkCart, type TripCarts } from '../cart/trip-carts.ts';
import { addSheet } from './check/add-sheet.actions.ts';
import { assertMayOrderForOthers, checkSheet, type SheetDependencies } from './check/check-sheet.actions.ts';
import { toCheckReply } from './check/checked-sheet.mapper.ts';
import { ORDER_SHEET_FILE, readSheetFile } from './files/read-sheet-file.actions.ts';
import { createSheetWorkbook } from './files/sheet-workbook.actions.ts';
import { changeSheet, listSheets, openSheet, removeSheet, saveSheet } from './saved/saved-sheets.actions.ts';

/** Registers the endpoints of sheets for many wearers. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db'> & SheetDependencies & { tripCarts: TripCarts },
): void {
  const { db, authenticator } = dependencies;

  registerEndpoint(app, authenticator, 'POST /api/ordersheets/check', async ({ body, context: { effective } }) => {
    assertMayOrderForOthers(effective);
    return toCheckReply(await checkSheet(db, dependencies, effective, body.rows), effective);
  });

  registerEndpoint(app, authenticator, 'POST /api/ordersheets/add', async ({ body, request, context: { effective } }) => {
    assertMayOrderForOthers(effective);
    return runOnce(db, effective, { request, body }, async (tx) => {
      const cart = await addSheet(tx, dependencies, effective, body);
      const { lines, warnings } = await checkCart(dependencies, tx, effective, cart);
      return toCartReply(lines, effective, warnings);
    });
  });

  registerEndpoint(
    app,
    authenticator,
    'GET /api/ordersheets/workbook',
    async ({ query, request, reply, context: { effective } }) => {
      assertMayOrderForOthers(effective);
      const now = dependencies.clock.now();
      const today = getLocalDay(now, effective.timeZone);
      const asked = { groupId: query.groupId || undefined, today, now: new Date(now), requestId: request.id };
      return sendWorkbook(reply, await createSheetWorkbook(db, effective, asked));
    },
  );

  const reader = new SheetFileReader(ORDER_SHEET_FILE);
  const findUploader = ({ context }: FastifyRequest) =>
    context && { organisationId: context.effective.organisationId, person: `customer ${context.effective.customerId}` };
  acceptSheetUploads(app, reader, findUploader, (inner) => {
    registerEndpoint(inner, authenticator, 'POST /api/ordersheets/file', ({ query, request, context: { effective } }) => {
      assertMayOrderForOthers(effective);
      return readSheetFile(reader, query.fileName, request.body);
    });
  });

  registerEndpoint(app, authenticator, 'GET /api/ordersheets', ({ context: { effective } }) => {
    assertMayOrderForOthers(effective);
    return listSheets(db, effective);
  });

  registerEndpoint(app, authenticator, 'POST /api/ordersheets', ({ body, request, context: { effective } }) => {
    assertMayOrderForOthers(effective);
    return runOnce(db, effective, { request, body }, (tx) => saveSheet(tx, effective, body, request.id));
  });

  registerEndpoint(app, authenticator, 'GET /api/ordersheets/:id', ({ params, context: { effective } }) => {
    assertMayOrderForOthers(effective);
    return openSheet(db, effective, params.id);
  });

  registerEndpoint(app, authenticator, 'PUT /api/ordersheets/:id', ({ params, body, request, context: { effective } }) => {
    assertMayOrderForOthers(effective);
    return runInTransaction(db, (tx) => changeSheet(tx, effective, params.id, body, request.id));
  });

  registerEndpoint(app, authenticator, 'DELETE /api/ordersheets/:id', async ({ params, request, context: { effective } }) => {
    assertMayOrderForOthers(effective);
    await runInTransaction(db, (tx) => removeSheet(tx, effective, params.id, request.id));
    return { success: true };
  });
}
