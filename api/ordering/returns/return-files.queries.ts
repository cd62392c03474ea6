import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { findFile, type StoredFile } from '#api/platform/files/stored-files.queries.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** A file of a return that the person may see: their own; undefined when there is none. */
export const findVisibleReturnFile = (db: Db, scope: Scope, id: number): Promise<StoredFile | undefined> =>
  findFile(db, scope, id, sql`f.purpose = 'return' and f.customer_id = ${scope.customerId}`);
