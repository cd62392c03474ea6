import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { TypedCells } from '../rows/row-text.rules.ts';
import { isVisibleRow } from './saved-sheets.queries.ts';

/** A row as the export of one's own data has it. */
export interface OwnSheetRow extends TypedCells {
  /** Name of the sheet; null for one of someone else. */
  sheet: string | null;
  isShared: boolean;
  createdOnUtc: string;
}

/** The rows that a person sees of their own sheets (one without cells where there are none), those that they typed, and those for them in sheets of others. */
export async function listOwnSheetRows(db: Db, person: Scope): Promise<OwnSheetRow[]> {
  const { organisationId, customerId } = person;
  const { rows } = await sql<Omit<OwnSheetRow, 'createdOnUtc'> & { created_at: Date }>`
    select case when s.customer_id = ${customerId} then s.name end as sheet, s.is_shared as "isShared", s.created_at, coalesce(r.wearer, '') as wearer,
      coalesce(r.garment, '') as garment, coalesce(r.colour, '') as colour, coalesce(r.size, '') as size, coalesce(r.fit, '') as fit,
      coalesce(r.pieces, '') as quantity, coalesce(r.reason, '') as reason, coalesce(r.name_on_garment, '') as "nameOnGarment"
    from order_sheet s left join order_sheet_row r on r.organisation_id = s.organisation_id and r.sheet_id = s.id
      and (r.wearer_id = ${customerId} or r.typed_by_id = ${customerId} or s.customer_id = ${customerId} and ${isVisibleRow(person)})
    where s.organisation_id = ${organisationId} and (s.customer_id = ${customerId} or r.sheet_id is not null)
    order by s.id, r.position`.execute(db);
  return rows.map(({ created_at, ...row }) => ({ ...row, createdOnUtc: created_at.toISOString() }));
}
