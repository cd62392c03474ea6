import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { brandsOf } from '../../kept-products/kept-products.queries.ts';

/** A client as its people’s pages depend on it: its look, and how it is shown prices. */
export interface PreviewClient {
  organisationId: number;
  name: string;
  /** The name of the design of its brand. */
  theme: string;
  companyName: string;
  primaryColour: string | null;
  secondaryColour: string | null;
  tertiaryColour: string | null;
  currencyCode: string;
  taxDisplayType: 0 | 10;
  taxRate: number;
  taxRates: Record<string, number>;
}

/** A client of the operator's brands; undefined for any other organisation. */
export async function findPreviewClient(db: Db, operator: OperatorScope, id: number): Promise<PreviewClient | undefined> {
  const { rows } = await sql<PreviewClient>`
    select o.id as "organisationId", o.name, b.name as theme, b.company_name as "companyName", o.primary_colour as "primaryColour",
      o.secondary_colour as "secondaryColour", o.tertiary_colour as "tertiaryColour", o.currency_code as "currencyCode",
      o.tax_display_type as "taxDisplayType", coalesce((o.tax_rates ->> 'standard')::numeric, o.tax_rate) as "taxRate",
      o.tax_rates as "taxRates"
    from organisation o join brand b on b.id = o.brand_id
    where o.id = ${id} and o.brand_id = any (${brandsOf(operator)})`.execute(db);
  return rows[0];
}
