import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { formatDatedFileName, readInBatches, type WorkbookFile } from '#api/platform/workbook/workbook.ts';
import type { QueryOf } from '#contract/index.ts';
import { hasCostCentres } from '../person/cost-centres.queries.ts';
import { readPeopleForExport } from './people-export.queries.ts';
import { selectExportColumns } from './people-export.rules.ts';
import { listPeopleIds } from './people-list.queries.ts';

/**
 * Exports all people who match the filters as a workbook. The ids are read first, so that changes during the export do not
 * shift the rows. Throws 400 as the list does.
 */
export async function exportPeople(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/customers/exportToExcel'>,
  requestId: string,
): Promise<WorkbookFile> {
  const ids = await listPeopleIds(db, scope, query);
  // The search text may contain a person's name, and the audit log is never deleted.
  const { fields, page, limit, query: searchText, ...filters } = query;
  await runInTransaction(db, (tx) =>
    recordAuditEvent(
      tx,
      { caller: scope, effective: scope },
      {
        action: 'people.exported',
        after: { people: ids.length, ...(searchText ? { query: '(not kept)' } : {}), ...filters },
        requestId,
      },
    ),
  );
  const people = readInBatches(ids, (batch) => readPeopleForExport(db, scope, batch, query.seasonId));
  return {
    name: formatDatedFileName('customers'),
    sheets: [
      { name: 'People', columns: selectExportColumns(fields, { hasCostCentres: await hasCostCentres(db, scope) }), rows: people },
    ],
  };
}
