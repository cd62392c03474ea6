import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { isOwnCart } from '../sessions/cart-key.queries.ts';

export type Address = ReplyOf<'GET /api/shippingaddresses'>['addresses'][number];

/** A row of `addressColumns`. When the row is read as JSON, the time is text. */
export interface AddressWithCountryRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  company: string | null;
  country_id: number;
  country_name: string;
  state_province_id: number | null;
  state_province_name: string | null;
  county: string | null;
  city: string;
  address1: string;
  address2: string | null;
  zip_postal_code: string;
  phone_number: string | null;
  fax_number: string | null;
  is_default: boolean;
  source: 'customer' | 'organisation' | 'resort';
  created_at: string | Date;
}

/** The columns of `address a` joined with `country` and `state_province`. */
export const addressColumns = sql`
  a.id, a.first_name, a.last_name, a.email, a.company, a.country_id, country.name as country_name, a.state_province_id,
  state_province.name as state_province_name, a.county, a.city, a.address1, a.address2, a.zip_postal_code, a.phone_number, a.fax_number,
  a.is_default, case when a.customer_id is not null then 'customer' when a.resort_id is not null then 'resort' else 'organisation' end as source, a.created_at`;

/** The tables of `addressColumns`. */
export const addressTables = sql`
  address a join country on country.id = a.country_id left join state_province on state_province.id = a.state_province_id`;

/** An address as the API returns it. */
export function toAddress(row: AddressWithCountryRow): Address {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    company: row.company,
    countryId: row.country_id,
    countryName: row.country_name,
    stateProvinceId: row.state_province_id,
    stateProvinceName: row.state_province_name,
    county: row.county,
    city: row.city,
    address1: row.address1,
    address2: row.address2,
    zipPostalCode: row.zip_postal_code,
    phoneNumber: row.phone_number,
    faxNumber: row.fax_number,
    isDefault: row.is_default,
    isReadOnly: row.source !== 'customer',
    source: row.source,
    createdOnUtc: new Date(row.created_at).toISOString(),
  };
}

/** The address to which a trip of PunchOut delivers, where the buyer's system decides that. */
const fixedAddressId = ({ trip }: Scope): number | null => (trip && !trip.allowsAddressChoice ? trip.addressId : null);

/** The addresses that a person may use: their own, their resort's, and the organisation's for invoices; for deliveries of some trips one alone. */
const usable = (scope: Scope, use: 'billing' | 'shipping') => sql`
  a.organisation_id = ${scope.organisationId} and a.deleted_at is null and ${
    use === 'shipping' && fixedAddressId(scope) !== null
      ? sql`a.id = ${fixedAddressId(scope)}`
      : use === 'billing'
        ? sql`country.allows_billing and (a.customer_id = ${scope.customerId} and not a.for_order_only or a.customer_id is null and a.resort_id is null and a.for_billing)`
        : sql`country.allows_shipping and (a.customer_id = ${scope.customerId} or a.resort_id = ${scope.resortId}::bigint)`
  }`;

/** In a list of addresses the first is the default, and no other. */
const toAddressList = (rows: readonly AddressWithCountryRow[]): Address[] =>
  rows.map((row, index) => ({ ...toAddress(row), isDefault: index === 0 }));

/**
 * The addresses that the person may have invoiced or delivered to, the default first: the organisation's for invoices; for
 * delivery the one chosen for the cart, if `chosenFirst`, otherwise the resort's; the person's own where there is none. In a trip the one that it names
 * is the default, or the only one where the buyer's system decides.
 */
export async function listAddresses(
  db: Db,
  scope: Scope,
  use: 'billing' | 'shipping',
  { chosenFirst = false } = {},
): Promise<Address[]> {
  const isChosen =
    use === 'shipping' && chosenFirst
      ? sql`a.id = (select t.shipping_address_id from cart t where ${isOwnCart(scope)})`
      : sql`false`;
  const found = await sql<AddressWithCountryRow>`
    select ${addressColumns} from ${addressTables} where ${usable(scope, use)}
    order by ${isChosen} is true desc, ${scope.trip ? sql`a.id = ${scope.trip.addressId} is true desc,` : sql``} (a.customer_id is null) desc, a.is_default desc, a.id`.execute(
    db,
  );
  const addresses = toAddressList(found.rows);
  return use === 'shipping' && fixedAddressId(scope) !== null
    ? addresses.map((address) => ({ ...address, source: 'punchout', isReadOnly: true }))
    : addresses;
}

/** One address that the person may use for billing or shipping; undefined when there is none. */
export async function findAddress(
  db: Db,
  scope: Scope,
  use: 'billing' | 'shipping',
  addressId: number,
): Promise<Address | undefined> {
  const found =
    await sql<AddressWithCountryRow>`select ${addressColumns} from ${addressTables} where ${usable(scope, use)} and a.id = ${addressId}`.execute(
      db,
    );
  return found.rows[0] && toAddress(found.rows[0]);
}

/**
 * A subquery: the address with this id as JSON of its `AddressWithCountryRow`, for a statement that needs more than addresses; null where the person
 * may not use it, or the id is null.
 */
export const usableAddress = (scope: Scope, use: 'billing' | 'shipping', id: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select to_json(found) from (select ${addressColumns} from ${addressTables} where ${usable(scope, use)} and a.id = ${id}) found)`;

const ownAddress = (scope: Scope) =>
  sql`a.organisation_id = ${scope.organisationId} and a.customer_id = ${scope.customerId} and a.deleted_at is null and not a.for_order_only`;

/** The person's own addresses, the default first, the newest next. */
export async function listOwnAddresses(db: Db, scope: Scope): Promise<Address[]> {
  const found = await sql<AddressWithCountryRow>`
    select ${addressColumns} from ${addressTables} where ${ownAddress(scope)} order by a.is_default desc, a.id desc`.execute(db);
  return toAddressList(found.rows);
}

/** One of the person's own addresses; undefined when it is not theirs. */
export async function findOwnAddress(db: Db, scope: Scope, addressId: number): Promise<Address | undefined> {
  const found = await sql<AddressWithCountryRow>`
    select ${addressColumns} from ${addressTables} where ${ownAddress(scope)} and a.id = ${addressId}`.execute(db);
  return found.rows[0] && toAddress(found.rows[0]);
}

export type Country = ReplyOf<'GET /api/countries'>['countries'][number];

/** The countries to which orders can be shipped, in display order. */
export async function listCountries(db: Db): Promise<Country[]> {
  const rows = await db
    .selectFrom('country')
    .selectAll()
    .where('allows_shipping', '=', true)
    .orderBy('display_order')
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    twoLetterIsoCode: row.two_letter_iso_code,
    threeLetterIsoCode: row.three_letter_iso_code,
    numericIsoCode: row.id,
    allowsBilling: row.allows_billing,
    allowsShipping: row.allows_shipping,
    hasPostcodes: row.has_postcodes,
  }));
}

export type StateProvince = ReplyOf<'GET /api/states/:countryId'>['states'][number];

/** The states of a country; undefined when there is no such country. */
export async function listStates(db: Db, countryId: number): Promise<StateProvince[] | undefined> {
  const rows = await db
    .selectFrom('country')
    .leftJoin('state_province', 'state_province.country_id', 'country.id')
    .select(['state_province.id', 'state_province.name', 'abbreviation', 'state_province.display_order'])
    .where('country.id', '=', countryId)
    .orderBy('state_province.display_order')
    .orderBy('state_province.name')
    .execute();
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ id, name, abbreviation, display_order }) =>
    id === null ? [] : [{ id, name: name ?? '', abbreviation: abbreviation ?? '', countryId, displayOrder: display_order ?? 0 }],
  );
}
