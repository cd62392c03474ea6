import type { Readable } from 'node:stream';
import type { QueryOf } from '#contract/index.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import { type Db, inTransaction } from '../db/database.ts';
import type { Scope } from '../http/scope.ts';
import { inParts, namedByDay, streamWorkbook } from '../http/workbook.ts';
import { readForExport } from './people-export.queries.ts';
import { columnsFor } from './people-export.rules.ts';
import { listPeopleIds } from './people-list.queries.ts';

/**
 * The list with these filters as a workbook, all its pages. The ids are read first, so that the list stays as it was at the
 * beginning. Throws 400 as the list does.
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
  const people = inParts(ids, (some) => readForExport(db, scope, some, query.seasonId));
  return {
    name: namedByDay('customers'),
    content: streamWorkbook({ name: 'People', columns: columnsFor(fields), rows: people }),
  };
}
