import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '#api/platform/db/database.ts';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import { setFileHeaders } from '#api/platform/http/file-headers.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import { formatDay, getLocalDay } from '#api/platform/local-day.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { QueryOf } from '#contract/index.ts';
import { DECORATION_PAGE } from '#contract/ordering/decoration.ts';
import { drawDocument } from '../documents/draw-document.ts';
import type { WorkOrderDesign } from '../documents/work-order.ts';
import { findSender } from '../fulfilment/papers/papers.queries.ts';
import { finishPieces, resetDecoration, startDecoration } from './decorate.actions.ts';
import {
  listDecorationDays,
  listDecorationLines,
  listLinesOfDay,
  listLinesOfOrder,
  listPageOfDay,
} from './decoration.queries.ts';
import {
  type DecorationLine,
  groupByDesign,
  type LinesOfDesign,
  toDecorationGroup,
  toDecorationLine,
} from './decoration.rules.ts';
import { createLogoReader, drawDecoratedGarment, drawLogo } from './design-drawing.actions.ts';
import { countWork, toWorkOrderCsv, toWorkOrderDesign } from './work-order.rules.ts';

/** Registers the calls of the decorator. Those that change something honour the `Idempotency-Key` header. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'files'> & MailDependencies,
): void {
  const { authenticator, clock, db, files } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/operator/decoration/work', async ({ operator, query }) => {
    const { organisationId = 0 } = query;
    const days = await listDecorationDays(db, operator, organisationId);
    const day = query.day ?? days[0]?.day ?? null;
    const lineCount = days.find((each) => each.day === day)?.lines ?? 0;
    const page = Math.min(query.page ?? 0, Math.max(0, Math.ceil(lineCount / DECORATION_PAGE) - 1));
    const readLines = (of: string) =>
      lineCount <= DECORATION_PAGE
        ? listLinesOfDay(db, operator, of, organisationId)
        : listPageOfDay(db, operator, { day: of, organisationId, page });
    const lines = day === null || lineCount === 0 || query.lines === false ? [] : await readLines(day);
    return {
      day,
      days,
      lineCount,
      pageSize: DECORATION_PAGE,
      page,
      groups: groupByDesign(lines).map(toDecorationGroup),
      lines: lines.map(toDecorationLine),
    };
  });

  /** The lines of a day or of an order. Throws 422 unless one of them is named, 404 and 409 as the contract says. */
  async function listWork(operator: OperatorScope, { day, orderId }: QueryOf<'GET /api/operator/decoration/workorder'>) {
    if ((day === undefined) === (orderId === undefined)) throw invalid('day', 'Please choose a day or an order.');
    if (orderId !== undefined) {
      const lines = await listLinesOfOrder(db, operator, orderId);
      if (lines.length === 0) throw notFound('order');
      return { lines, name: `order ${orderId}`, title: `Work order for order ${orderId}` };
    }
    const lines = await listLinesOfDay(db, operator, day as string);
    if (lines.length === 0) throw conflict('decoration', 'Nothing is to be decorated for this day. Please choose another.');
    return { lines, name: day as string, title: `Work order for ${formatDay(day as string)}` };
  }

  registerEndpoint(app, authenticator, 'GET /api/operator/decoration/workorder', async ({ operator, query, reply }) => {
    const { lines, name, title } = await listWork(operator, query);
    const sender = await findSender(db, operator, (lines[0] as DecorationLine).organisationId);
    const pictures = { readLogo: createLogoReader(files), owner: `operator ${operator.id}` };
    const designs: WorkOrderDesign[] = [];
    for (const group of groupByDesign(lines)) {
      const { line, design } = group.lines[0] as LinesOfDesign['lines'][number];
      const drawn = await drawDecoratedGarment(line, design, pictures);
      // What is drawn on cloth needs no picture on paper, where a white logo is not seen.
      const logo = drawn.closeUp ? null : await drawLogo(design, pictures);
      designs.push(toWorkOrderDesign(group, { ...drawn, logo }));
    }
    const now = clock.now();
    const work = { title, printedOn: getLocalDay(now, sender.timeZone), ...countWork(lines), designs };
    const content = await drawDocument(
      { operatorId: operator.id },
      {
        kind: 'workOrder',
        content: [{ brand: { name: sender.brandName, companyName: sender.companyName }, createdAt: new Date(now) }, work],
      },
    );
    setFileHeaders(reply, `Work order ${name}.pdf`);
    return new FileStream(content, 'application/pdf');
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/decoration/workorder.csv', async ({ operator, query, reply }) => {
    const { lines, name } = await listWork(operator, query);
    setFileHeaders(reply, `Work order ${name}.csv`);
    return new FileStream(Readable.from([Buffer.from(toWorkOrderCsv(lines))], { objectMode: false }), 'text/csv; charset=utf-8');
  });

  const replyWithLines = async (tx: Tx, operator: OperatorScope, ids: readonly number[], msg: string) => ({
    success: true,
    msg,
    lines: (await listDecorationLines(tx, operator, ids)).map(toDecorationLine),
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/decoration/start', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      const ids = await startDecoration(tx, dependencies, operator, body, request.id);
      return replyWithLines(tx, operator, ids, 'Decoration has started.');
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/decoration/finish', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      const { lineId, name } = await finishPieces(tx, dependencies, operator, body, request.id);
      const { quantity = 1 } = body;
      return replyWithLines(tx, operator, [lineId], quantity > 0 ? `Decorated: ${name}.` : `Taken back: ${name}.`);
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/decoration/reset', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      const { lineId, name } = await resetDecoration(tx, dependencies, operator, body, request.id);
      return replyWithLines(tx, operator, [lineId], `Set back: ${name}.`);
    }),
  );
}
