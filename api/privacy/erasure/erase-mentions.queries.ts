import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import {
  fileNameWithoutNames,
  isNamedIn,
  isNamedInFileName,
  isNamedInJson,
  jsonWithoutNames,
  withoutNames,
} from './mentions.queries.ts';
import { type MentionPatterns, withoutNumbers } from './mentions.rules.ts';
import type { PersonalDetails } from './personal-details.queries.ts';
import { SEARCHED_TABLES, type SearchedKind } from './searched-columns.ts';

/** A person who is being erased, with what names them. */
export interface ErasedPerson {
  id: number;
  details: PersonalDetails;
  patterns: MentionPatterns;
}

/** The condition under which a column names the person, and what it says without the name. */
function search(
  kind: SearchedKind,
  column: RawBuilder<unknown>,
  { id, details, patterns }: ErasedPerson,
): { isFound: RawBuilder<unknown>; without: RawBuilder<unknown> } {
  switch (kind) {
    case 'text':
      return { isFound: isNamedIn(column, patterns), without: withoutNames(column, patterns) };
    case 'texts':
      return {
        isFound: isNamedIn(sql`array_to_string(${column}, ' ')`, patterns),
        without: sql`array(select ${withoutNames(sql`t.value`, patterns)} from unnest(${column}) with ordinality as t (value, position) order by t.position)`,
      };
    case 'name':
      // Some names have at most 100 characters.
      return {
        isFound: isNamedIn(column, patterns),
        without: sql`left(${withoutNames(column, patterns, `Erased person ${id}`)}, greatest(length(${column}), 60))`,
      };
    case 'email': {
      const isTheirs = sql`lower(${column}) = any (${details.emails}::text[])`;
      return { isFound: sql`coalesce(${isTheirs}, false)`, without: sql`case when ${isTheirs} then null else ${column} end` };
    }
    case 'fileName':
      return { isFound: isNamedInFileName(column, patterns), without: fileNameWithoutNames(column, patterns) };
    case 'json':
      return { isFound: isNamedInJson(column, patterns), without: jsonWithoutNames(column, patterns) };
    case 'jsonOfAddress':
      return search('json', column, { id, details, patterns: withoutNumbers(patterns) });
  }
}

const ROWS = {
  organisation: (organisationId: number) => sql`organisation_id = ${organisationId}`,
  organisationOrNone: (organisationId: number) => sql`(organisation_id is null or organisation_id = ${organisationId})`,
  all: () => sql`true`,
};

/** Leaves the names of a person out of what others have written in rows that stay. The person’s own rows are dealt with before. */
export async function eraseMentions(tx: Tx, scope: Scope, person: ErasedPerson): Promise<void> {
  await eraseWherePartsNameThem(tx, scope, person);
  for (const { table, rows, columns } of SEARCHED_TABLES) {
    const searched = Object.entries(columns).map(([name, kind]) => ({ name, ...search(kind, sql.ref(name), person) }));
    const isTheirs = table === 'organisation' ? sql`id = ${scope.organisationId}` : ROWS[rows](scope.organisationId);
    await sql`
      update ${sql.table(table)} set ${sql.join(searched.map(({ name, without }) => sql`${sql.ref(name)} = ${without}`))}
      where ${isTheirs} and (${sql.join(
        searched.map(({ isFound }) => isFound),
        sql` or `,
      )})`.execute(tx);
  }
  await eraseFromReferences(tx, scope, person);
}

/** References and keys are unique, because what has the same one is recorded once: they get a number instead. */
async function eraseFromReferences(tx: Tx, { organisationId }: Scope, { patterns }: ErasedPerson): Promise<void> {
  await sql`update stock_receipt set reference = 'Receipt ' || id where ${isNamedIn(sql`reference`, patterns)}`.execute(tx);
  await sql`
    update payment_record set reference = 'Payment ' || id where organisation_id = ${organisationId} and ${isNamedIn(sql`reference`, patterns)}`.execute(
    tx,
  );
  await sql`
    update invoice set credit_key = 'credit:' || id where organisation_id = ${organisationId} and ${isNamedInFileName(sql`credit_key`, patterns)}`.execute(
    tx,
  );
  await sql`update stock_entry set reason = null where reason is not null and ${isNamedIn(sql`reason`, patterns)}`.execute(tx);
}

/** An address of an order without its person: of it only the country stays. */
export const withoutAddress = (
  column: string,
  id: number,
) => sql`case when ${sql.ref(column)} is null then null else jsonb_build_object(
  'id', 0, 'firstName', 'Erased', 'lastName', ${`person ${id}`}::text, 'email', null, 'company', null, 'countryId', ${sql.ref(column)} -> 'countryId',
  'countryName', ${sql.ref(column)} -> 'countryName', 'stateProvinceId', null, 'stateProvinceName', null, 'county', null, 'city', '', 'address1', '',
  'address2', null, 'zipPostalCode', '', 'phoneNumber', null, 'faxNumber', null, 'isDefault', false, 'isReadOnly', true,
  'source', 'customer', 'createdOnUtc', ${sql.ref(column)} -> 'createdOnUtc') end`;

/** Where the name is in two columns or cells, or a row is about the person alone. */
async function eraseWherePartsNameThem(
  tx: Tx,
  { organisationId }: Scope,
  { id, details, patterns }: ErasedPerson,
): Promise<void> {
  const lower = (values: readonly string[]) => sql`${values.map((value) => value.toLowerCase())}::text[]`;
  const [firstNames, lastNames] = [lower(details.firstNames), lower(details.lastNames)];
  // The person to ask at a destination, and in the address books of others.
  await sql`
    update address set first_name = 'Erased', last_name = ${`person ${id}`}, email = null, phone_number = null, fax_number = null
    where organisation_id = ${organisationId} and lower(first_name) = any (${firstNames}) and lower(last_name) = any (${lastNames})`.execute(
    tx,
  );
  for (const column of ['billing_address', 'shipping_address'])
    await sql`
      update orders set ${sql.ref(column)} = ${withoutAddress(column, id)}
      where organisation_id = ${organisationId} and ${isNamedInJson(sql.ref(column), withoutNumbers(patterns))}`.execute(tx);
  // Files without a line of headings have a person there.
  await sql`
    delete from people_import_column
    where organisation_id = ${organisationId} and (${isNamedIn(sql`header`, patterns)} or lower(header) = any (${firstNames}) or lower(header) = any (${lastNames}))`.execute(
    tx,
  );
  // A key that names the person counts as not used.
  await sql`delete from idempotency_key where organisation_id = ${organisationId} and ${isNamedInFileName(sql`key`, patterns)}`.execute(
    tx,
  );
  await sql`delete from operator_idempotency_key where ${isNamedInFileName(sql`key`, patterns)}`.execute(tx);
  await eraseAddressesFromReplies(tx, organisationId, patterns);
}

/** Stored replies that name the person do not keep their address either. */
async function eraseAddressesFromReplies(tx: Tx, organisationId: number, patterns: MentionPatterns): Promise<void> {
  const fields = ['company', 'county', 'city', 'address1', 'address2', 'zipPostalCode', 'phoneNumber', 'faxNumber'];
  const withoutFields = sql`regexp_replace(body::text, ${`"(${fields.join('|')})": "(?:[^"\\\\]|\\\\.)*"`}, ${'"\\1": ""'}, 'g')::jsonb`;
  for (const [table, rows] of [
    ['idempotency_key', sql`organisation_id = ${organisationId}`],
    ['operator_idempotency_key', sql`true`],
  ] as const)
    await sql`update ${sql.table(table)} set body = ${withoutFields} where ${rows} and ${isNamedInJson(sql`body`, withoutNumbers(patterns))}`.execute(
      tx,
    );
}
