import { sql } from 'kysely';
import type { Address } from '#api/identity/addresses/addresses.queries.ts';
import type { PricedLine } from '#api/ordering/cart/cart.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReturnableProduct } from '../carts/returnable.rules.ts';
import type { Connection } from '../connections/connection.queries.ts';

/** What of a line buyers' systems want to know, and the cart does not. */
export interface LineFacts extends Pick<ReturnableProduct, 'unitCode' | 'unspsc' | 'categoryIds' | 'manufacturer' | 'leadDays'> {
  lineId: number;
  /** What an earlier trip returned it as; null for a line that none has. */
  auxiliaryId: string | null;
  /** Of the person whom the line is for, and of whoever shops where it is for no one in particular. */
  employeeNumber: string | null;
}

/** The facts of lines of a cart in scope, by the id of the line. */
export async function readLineFacts(
  db: Db,
  { organisationId, customerId }: Scope,
  lines: readonly Pick<PricedLine, 'id'>[],
): Promise<Map<number, LineFacts>> {
  if (lines.length === 0) return new Map();
  const { rows } = await sql<LineFacts>`
    select l.id as "lineId", l.auxiliary_id as "auxiliaryId", person.employee_number as "employeeNumber", p.unit_of_measure as "unitCode",
      coalesce(p.unspsc_code, category_unspsc(p.id)) as unspsc, p.lead_time_days as "leadDays",
      case when p.vendor is not null and coalesce(c.manufacturer_part_number, p.manufacturer_part_number) is not null then
        json_build_object('partId', coalesce(c.manufacturer_part_number, p.manufacturer_part_number), 'name', p.vendor) end as manufacturer,
      array(
        with recursive above as (
          select category.id, category.parent_id, 0 as distance from product_category pc join category on category.id = pc.category_id
          where pc.product_id = p.id
          union all
          select category.id, category.parent_id, above.distance + 1 from above join category on category.id = above.parent_id)
        select id from above group by id order by min(distance), id) as "categoryIds"
    from cart_line l join product p on p.id = l.product_id join combination c on c.id = l.combination_id
    left join customer person on person.organisation_id = l.organisation_id and person.id = coalesce(l.wearer_id, ${customerId}::bigint)
    where l.organisation_id = ${organisationId} and l.id = any (${lines.map(({ id }) => id)}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.lineId, row]));
}

/** How a buyer's system names a place. */
export interface SentPlace {
  /** Its code for the address; null for one that it has none of. */
  code: string | null;
  /** ISO 3166, two letters. */
  countryCode: string;
}

/** How the buyer's system names an address of the portal. */
export async function findSentPlace(
  db: Db,
  { organisationId, id: connectionId }: Pick<Connection, 'organisationId' | 'id'>,
  address: Pick<Address, 'id' | 'countryId'>,
): Promise<SentPlace> {
  const { rows } = await sql<SentPlace>`
    select country.two_letter_iso_code as "countryCode", (
      select min(m.code) from punchout_ship_to m
      where m.organisation_id = ${organisationId} and m.connection_id = ${connectionId} and m.address_id = ${address.id}) as code
    from country where country.id = ${address.countryId}`.execute(db);
  return rows[0] as SentPlace;
}
