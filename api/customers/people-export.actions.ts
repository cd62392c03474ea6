import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import type { QueryOf } from '#contract/index.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import { type Db, inTransaction } from '../db/database.ts';
import type { Scope } from '../http/scope.ts';
import { readForExport } from './people-export.queries.ts';
import { columnsFor, type ExportColumn, type ExportedPerson, rowOf } from './people-export.rules.ts';
import { listPeopleIds } from './people-list.queries.ts';

const ROWS_AT_ONCE = 250;

/**
 * The list with these filters as a workbook, all its pages. The ids are read first, so that the list stays as it was at the
 * beginning; the people behind them in pages, as fast as the receiver takes them. Throws 400 as the list does.
 */
export async function exportPeople(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/customers/exportToExcel'>,
  requestId: string,
): Promise<{ name: string; content: Readable }> {
  const ids = await listPeopleIds(db, scope, query);
  // Words that were searched for may name somebody, and the trail is never forgotten.
  const { fields, page, limit, query: searched, ...filters } = query;
  await inTransaction(db, (tx) =>
    recordDeed(
      tx,
      { caller: scope, scope },
      {
        action: 'people.exported',
        after: { people: ids.length, ...(searched ? { query: '(not kept)' } : {}), ...filters },
        requestId,
      },
    ),
  );
  const columns = columnsFor(fields);
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  return { name: `customers-${today}.xlsx`, content: makeWorkbook(columns, readPeople(db, scope, ids, query.seasonId)) };
}

async function* readPeople(db: Db, scope: Scope, ids: readonly number[], seasonId: number | undefined) {
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE)
    yield* await readForExport(db, scope, ids.slice(start, start + ROWS_AT_ONCE), seasonId);
}

/** A workbook of people, made while it is read. */
export function makeWorkbook(
  columns: readonly ExportColumn[],
  people: Iterable<ExportedPerson> | AsyncIterable<ExportedPerson>,
): Readable {
  const bytes = writeXlsxStream(rowsOf(columns, people), {
    name: 'People',
    columns: columns.map(({ header, width, numFmt }) => ({ header, width, ...(numFmt ? { numFmt } : {}) })),
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(bytes as ReadableStream);
}

async function* rowsOf(columns: readonly ExportColumn[], people: Iterable<ExportedPerson> | AsyncIterable<ExportedPerson>) {
  for await (const person of people) yield rowOf(columns, person);
}
