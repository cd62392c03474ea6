import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { brandsOf } from '../kept-products/kept-products.queries.ts';
import type { TaxedOrganisationRow, TaxRateRow } from './tax.rules.ts';

const countForeign = (operator: OperatorScope, country: RawBuilder<unknown>) => sql`(
  select count(*)::int from organisation o where o.tax_country_code = ${country} and o.brand_id <> all (${brandsOf(operator)}))`;

/** All rates, by country, class and day. */
export async function listTaxRates(db: Db | Tx, operator: OperatorScope): Promise<TaxRateRow[]> {
  const { rows } = await sql<TaxRateRow>`
    select r.id, r.country_code as "countryCode", c.name as "countryName", r.tax_class as "taxClass", r.rate::float8 as rate,
      r.starts_on::text as "startsOn", r.ends_on::text as "endsOn", ${countForeign(operator, sql`r.country_code`)} as "foreignOrganisations"
    from tax_rate r join country c on c.two_letter_iso_code = r.country_code
    order by c.name, r.tax_class <> 'standard', r.tax_class, r.starts_on`.execute(db);
  return rows;
}

/** The clients of the operator's brands, by name. */
export async function listTaxedOrganisations(db: Db | Tx, operator: OperatorScope): Promise<TaxedOrganisationRow[]> {
  const { rows } = await sql<TaxedOrganisationRow>`
    select o.id, o.name, o.tax_country_code as "countryCode", o.tax_rate::float8 as "ownRate",
      coalesce((o.tax_rates ->> 'standard')::float8, o.tax_rate::float8) as rate
    from organisation o where o.brand_id = any (${brandsOf(operator)}) order by o.name, o.id`.execute(db);
  return rows;
}

/** All countries, by name. */
export async function listTaxCountries(db: Db | Tx): Promise<{ code: string; name: string }[]> {
  const { rows } = await sql<{ code: string; name: string }>`
    select two_letter_iso_code as code, name from country order by name`.execute(db);
  return rows;
}

/** Locks a country, so that its rates are changed by one at a time. How many organisations of other brands pay by its rates; undefined: no such country. */
export async function lockTaxCountry(tx: Tx, operator: OperatorScope, code: string): Promise<number | undefined> {
  const { rows: found } = await sql`select from country where two_letter_iso_code = ${code} for no key update`.execute(tx);
  if (found.length === 0) return undefined;
  const { rows } = await sql<{ foreign: number }>`select ${countForeign(operator, sql`${code}`)} as foreign`.execute(tx);
  return rows[0]?.foreign ?? 0;
}

/** A rate to add. */
export type NewTaxRate = Pick<TaxRateRow, 'countryCode' | 'taxClass' | 'rate' | 'startsOn' | 'endsOn'>;

/** Adds a rate; its id, or undefined where another one of its country and class begins on the same day. */
export async function insertTaxRate(tx: Tx, rate: NewTaxRate): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into tax_rate (country_code, tax_class, rate, starts_on, ends_on)
    values (${rate.countryCode}, ${rate.taxClass}, ${rate.rate}, ${rate.startsOn}::date, ${rate.endsOn}::date)
    on conflict on constraint tax_rate_country_class_day_key do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** A rate; undefined for none with this id. */
export async function findTaxRate(tx: Tx, id: number): Promise<(NewTaxRate & { id: number }) | undefined> {
  const { rows } = await sql<NewTaxRate & { id: number }>`
    select id, country_code as "countryCode", tax_class as "taxClass", rate::float8 as rate, starts_on::text as "startsOn", ends_on::text as "endsOn"
    from tax_rate where id = ${id}`.execute(tx);
  return rows[0];
}

/** Deletes a rate. */
export async function deleteTaxRate(tx: Tx, id: number): Promise<void> {
  await sql`delete from tax_rate where id = ${id}`.execute(tx);
}

/** An organisation of the operator's brands, which is locked; undefined for any other. */
export async function lockTaxedOrganisation(
  tx: Tx,
  operator: OperatorScope,
  id: number,
): Promise<{ brandId: number; countryCode: string | null } | undefined> {
  const { rows } = await sql<{ brandId: number; countryCode: string | null }>`
    select brand_id as "brandId", tax_country_code as "countryCode" from organisation
    where id = ${id} and brand_id = any (${brandsOf(operator)}) for no key update`.execute(tx);
  return rows[0];
}

/** Sets the country whose rates an organisation pays. */
export async function updateTaxCountry(tx: Tx, id: number, countryCode: string | null): Promise<void> {
  await sql`update organisation set tax_country_code = ${countryCode}::text where id = ${id}`.execute(tx);
}

/**
 * Writes today's rates of their country into the organisations for which they are others by now. Sessions are read again then. Of the rates that apply on
 * a day, the one that began last counts. Returns the ids of the organisations.
 */
export async function writeTodaysTaxRates(db: Db | Tx, now: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with today as (
      select o.id, coalesce((
        select jsonb_object_agg(r.tax_class, r.rate) from (
          select distinct on (r.tax_class) r.tax_class, r.rate from tax_rate r
          where r.country_code = o.tax_country_code and r.starts_on <= d.day and (r.ends_on is null or r.ends_on > d.day)
          order by r.tax_class, r.starts_on desc) r), '{}') as rates
      from organisation o cross join lateral (select (${new Date(now)}::timestamptz at time zone o.time_zone)::date as day) d),
    changed as materialized (
      select o.id from organisation o join today on today.id = o.id where o.tax_rates <> today.rates order by o.id for no key update of o)
    update organisation o set tax_rates = today.rates from changed join today on today.id = changed.id where o.id = changed.id returning o.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
