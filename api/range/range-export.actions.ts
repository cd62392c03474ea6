import type { Readable } from 'node:stream';
import type { QueryOf } from '#contract/index.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import { type Db, inTransaction } from '../db/database.ts';
import type { Scope } from '../http/scope.ts';
import { inParts, namedByDay, streamWorkbook } from '../http/workbook.ts';
import { namesOfParts } from './range.queries.ts';
import { columnsIn } from './range-export.rules.ts';
import { listRangeIds, readRange } from './range-list.queries.ts';

/** The list with these filters as a workbook, all its pages. The ids are read first, so that the list stays as it was. */
export async function exportRange(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/productsorganisation/exportToExcel'>,
  requestId: string,
): Promise<{ name: string; content: Readable }> {
  const [ids, names] = await Promise.all([listRangeIds(db, scope, query), namesOfParts(db, scope)]);
  const { page, limit, ...filters } = query;
  await inTransaction(db, (tx) =>
    recordDeed(
      tx,
      { caller: scope, scope },
      { action: 'productOrganisation.exported', after: { products: ids.length, ...filters }, requestId },
    ),
  );
  const columns = columnsIn(scope.currencyCode, names);
  const products = inParts(ids, (some) => readRange(db, scope, some));
  return { name: namedByDay('range'), content: streamWorkbook({ name: 'Range', columns, rows: products }) };
}
