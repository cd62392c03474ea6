import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { isAmongWearers } from '../../cart/wearers.queries.ts';
import type { NameReading } from './wearer-text.rules.ts';

/** A person whom a text can mean. */
export interface SheetWearer {
  id: number;
  name: string;
  email: string;
  employeeNumber: string | null;
  groupName: string | null;
  firstName: string;
  lastName: string;
  /** Their wardrobes. */
  collectionIds: number[];
}

/**
 * The people whom texts can mean, by text: of those for whom the person in `scope` may order (of these groups, or of the organisation when `groupIds` is
 * null), the ones with that email address, employee number or name. In one statement.
 */
export async function findSheetWearers(
  db: Db,
  scope: Scope,
  texts: readonly string[],
  names: readonly NameReading[],
  groupIds: readonly number[] | null,
): Promise<Map<string, SheetWearer[]>> {
  if (texts.length === 0) return new Map();
  const { rows } = await sql<SheetWearer & { text: string }>`
    with found as (
      select t.text, c.id from unnest(${[...texts]}::text[]) as t (text)
      join customer c on c.brand_id = ${scope.brandId} and lower(c.email) = lower(t.text) and c.deleted_at is null
      where c.organisation_id = ${scope.organisationId}
      union
      select t.text, c.id from unnest(${[...texts]}::text[]) as t (text)
      join customer c on c.organisation_id = ${scope.organisationId} and employee_key(c.employee_number) = employee_key(t.text)
        and c.employee_number is not null and c.deleted_at is null
      union
      select n.text, c.id from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n (text text, first text, last text, "isInitial" boolean)
      join customer c on c.organisation_id = ${scope.organisationId} and name_key(c.last_name) = name_key(n.last) and c.deleted_at is null
        and case when n."isInitial" then starts_with(name_key(c.first_name), name_key(n.first)) else name_key(c.first_name) = name_key(n.first) end)
    select f.text, c.id, c.first_name || ' ' || c.last_name as name, c.email, c.employee_number as "employeeNumber", c.first_name as "firstName", c.last_name as "lastName",
      array(select w.collection_id from customer_collection w where w.organisation_id = c.organisation_id and w.customer_id = c.id) as "collectionIds", (
        select min(g.name) from customer_group m join organisation_group g on g.organisation_id = m.organisation_id and g.id = m.organisation_group_id
        where m.organisation_id = c.organisation_id and m.customer_id = c.id) as "groupName"
    from found f join customer c on c.organisation_id = ${scope.organisationId} and c.id = f.id
    where c.active and ${isAmongWearers(scope, groupIds)}
    order by c.last_name, c.first_name, c.id`.execute(db);
  return Map.groupBy(rows, ({ text }) => text) as Map<string, SheetWearer[]>;
}
