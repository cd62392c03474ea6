import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { findFile, type StoredFile } from '#api/platform/files/stored-files.queries.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** Condition for the orders `o` of which a person sees everything. */
export type WholeOrders = (scope: Scope) => RawBuilder<unknown>;

/**
 * A file of a return that the person may see: their own, of a return of a line for them, or of one whose order they see as a whole; undefined when there
 * is none.
 */
export const findVisibleReturnFile = (
  db: Db,
  scope: Scope,
  { id, wholeOrders }: { id: number; wholeOrders: WholeOrders },
): Promise<StoredFile | undefined> =>
  findFile(
    db,
    scope,
    id,
    sql`f.purpose = 'return' and (f.customer_id = ${scope.customerId} or exists (
      select from return_request_file rf
      join return_request r on r.organisation_id = rf.organisation_id and r.id = rf.return_request_id
      join orders o on o.organisation_id = r.organisation_id and o.id = r.order_id
      join order_line l on l.organisation_id = r.organisation_id and l.id = r.order_line_id
      where rf.organisation_id = f.organisation_id and rf.file_id = f.id and (l.wearer_id = ${scope.customerId} or ${wholeOrders(scope)})))`,
  );

/** A file of a return request in the operator's brands; undefined when there is none. */
export async function findOperatorReturnFile(
  db: Db,
  { brandIds }: OperatorScope,
  { returnRequestId, fileId }: { returnRequestId: number; fileId: number },
): Promise<StoredFile | undefined> {
  const { rows } = await sql<{ organisationId: number }>`
    select r.organisation_id as "organisationId" from return_request r join organisation g on g.id = r.organisation_id
    where r.id = ${returnRequestId} and g.brand_id = any (${[...brandIds]}::bigint[])`.execute(db);
  const [request] = rows;
  if (!request) return undefined;
  return findFile(
    db,
    request,
    fileId,
    sql`exists (select from return_request_file rf
      where rf.organisation_id = f.organisation_id and rf.file_id = f.id and rf.return_request_id = ${returnRequestId})`,
  );
}
