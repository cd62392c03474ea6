import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** For whom a sheet is made, and in whose look. */
export interface SheetParty {
  organisationName: string;
  brand: { name: string; companyName: string };
}

/** The person's organisation and its brand. */
export async function getSheetParty(db: Db, { organisationId }: Scope): Promise<SheetParty> {
  const { rows } = await sql<{ name: string; brand_name: string; company_name: string }>`
    select o.name, b.name as brand_name, b.company_name from organisation o join brand b on b.id = o.brand_id
    where o.id = ${organisationId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no organisation ${organisationId}.`);
  return { organisationName: row.name, brand: { name: row.brand_name, companyName: row.company_name } };
}
