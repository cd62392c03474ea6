import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { QuoteRecord } from '../quote-record.ts';
import { readQuote } from '../read-quote.queries.ts';

/** Who the supplier is on paper. */
export interface Letterhead {
  /** The brand's keyword, which selects its design. */
  brandName: string;
  companyName: string;
  legalName: string | null;
  legalAddress: string[];
}

/** The letterhead of a brand. */
export async function readLetterhead(db: Db, brandId: number): Promise<Letterhead> {
  const { rows } = await sql<Letterhead>`
    select name as "brandName", company_name as "companyName", legal_name as "legalName", legal_address as "legalAddress" from brand where id = ${brandId}`.execute(
    db,
  );
  return rows[0] as Letterhead;
}

/** A quote of the operator's brands, as its customer sees it; undefined for any other. */
export const readQuoteOfBrands = (
  db: Db,
  { brandIds }: Pick<OperatorScope, 'brandIds'>,
  id: number,
): Promise<QuoteRecord | undefined> => readQuote(db, sql`g.brand_id = any (${[...brandIds]}::bigint[]) and q.id = ${id}`);
