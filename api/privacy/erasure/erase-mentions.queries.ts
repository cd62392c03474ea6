import { type RawBuilder, sql } from 'kysely';
import { lockOrders } from '#api/ordering/order-states/lock-orders.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { normaliseHeading } from '#api/platform/workbook/cell-names.ts';
import { toSpellings } from '#contract/platform/fold-text.ts';
import { OWNERS } from './mention-owners.queries.ts';
import {
  addressWithoutNames,
  fileNameWithoutNames,
  isNamedIn,
  isNamedInFileName,
  isNamedInJson,
  isNamedInKey,
  isTheirAddress,
  jsonWithoutNames,
  withoutNames,
} from './mentions.queries.ts';
import type { MentionPatterns } from './mentions.rules.ts';
import type { Namesake, PersonalDetails } from './personal-details.queries.ts';
import { SEARCHED_TABLES, type SearchedKind } from './searched-columns.ts';

/** A person who is being erased, with what names them. */
export interface ErasedPerson {
  id: number;
  details: PersonalDetails;
  patterns: MentionPatterns;
  /** The patterns without names, for what belongs to others who have the same. */
  patternsWithoutNames: MentionPatterns;
  namesakes: readonly Namesake[];
}

type Search = { isFound: RawBuilder<unknown>; without: RawBuilder<unknown> };

/** A folded text without the other spellings of the person’s names, which stand alone at its end: “mueller” for “Müller”. */
function withoutLongSpellings(text: RawBuilder<unknown>, { firstNames, lastNames }: PersonalDetails): RawBuilder<unknown> {
  const words = [...firstNames, ...lastNames].flatMap((name) =>
    toSpellings(name)
      .slice(1)
      .flatMap((long) => long.split(' ')),
  );
  if (words.length === 0) return text;
  const literals = words.map((word) => word.replaceAll(/[^\p{L}\p{N}\s-]/gu, (sign) => `\\${sign}`));
  return sql`regexp_replace(${text}, ${`(^|[[:space:]])(?:${literals.join('|')})(?![^[:space:]])`}, '', 'g')`;
}

/** The condition under which a column names the person, and what it says without the name. */
function search(
  kind: SearchedKind,
  column: RawBuilder<unknown>,
  patterns: MentionPatterns,
  { id, details }: ErasedPerson,
): Search {
  switch (kind) {
    case 'text':
      return { isFound: isNamedIn(column, patterns), without: withoutNames(column, patterns) };
    case 'searchText':
      return { isFound: isNamedIn(column, patterns), without: withoutLongSpellings(withoutNames(column, patterns), details) };
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
    case 'address':
      return { isFound: isTheirAddress(column, patterns), without: addressWithoutNames(column, patterns) };
  }
}

const ROWS = {
  organisation: (organisationId: number) => sql`organisation_id = ${organisationId}`,
  organisationOrNone: (organisationId: number) => sql`(organisation_id is null or organisation_id = ${organisationId})`,
  published: (organisationId: number) => sql`publication_id in (
    select publication_id from publication_organisation where organisation_id = ${organisationId}
    union select b.publication_id from publication_brand b join organisation o on o.brand_id = b.brand_id where o.id = ${organisationId})`,
  all: () => sql`true`,
};

/** The rows of a table in which the name counts as the person’s, and those that belong to others with the same name. */
function divideByOwner(table: string, person: ErasedPerson): (readonly [rows: RawBuilder<unknown>, patterns: MentionPatterns])[] {
  const belongsTo = OWNERS[table];
  if (person.namesakes.length === 0 || !belongsTo) return [[sql`true`, person.patterns]];
  const isNamesakes = belongsTo(person.namesakes.map(({ id }) => id));
  return [
    [sql`not coalesce(${isNamesakes}, false)`, person.patterns],
    [isNamesakes, person.patternsWithoutNames],
  ];
}

/**
 * Locks the person’s orders and those in which others name them until the transaction ends, before anything that belongs to them is locked (decision 100).
 */
export async function lockMentionedOrders(tx: Tx, { organisationId }: Scope, { id, patterns }: ErasedPerson): Promise<void> {
  const isNamed = (columns: readonly string[]) =>
    sql`(${sql.join(
      columns.map((column) => isNamedIn(sql.ref(column), patterns)),
      sql` or `,
    )})`;
  const { rows } = await sql<{ id: number }>`
    select id from orders where organisation_id = ${organisationId} and (customer_id = ${id} or ${isNamed(['comments', 'po_number', 'search_text', 'checkout_attribute_description'])}
      or ${isNamedInJson(sql`billing_address`, patterns)} or ${isNamedInJson(sql`shipping_address`, patterns)})
    union select order_id from order_event where organisation_id = ${organisationId} and ${isNamedInJson(sql`data`, patterns)}
    union select order_id from order_line where organisation_id = ${organisationId} and (wearer_id = ${id} or ${isNamed(['reason'])})
    union select order_id from shipment
      where organisation_id = ${organisationId} and (wearer_id = ${id} or ${isNamed(['carrier', 'tracking_number', 'tracking_url', 'collected_by'])})
    union select order_id from approval where organisation_id = ${organisationId} and ${isNamed(['reason'])}
    union select order_id from return_request
      where organisation_id = ${organisationId} and (customer_id = ${id} or ${isNamed(['comments', 'decision_reason'])})
    union select l.order_id from invoice i join invoice_line l on l.organisation_id = i.organisation_id and l.invoice_id = i.id
      where i.organisation_id = ${organisationId} and (${isNamed(['i.reason'])} or ${isTheirAddress(sql`i.buyer`, patterns)})`.execute(
    tx,
  );
  await lockOrders(
    tx,
    organisationId,
    rows.map((row) => row.id),
  );
}

/** Leaves the names of a person out of what others have written in rows that stay. The person’s own rows are dealt with before. */
export async function eraseMentions(tx: Tx, scope: Scope, person: ErasedPerson): Promise<void> {
  await eraseWherePartsNameThem(tx, scope, person);
  await sql`
    update payment_record set reference = 'Payment ' || id
    where organisation_id = ${scope.organisationId} and ${isNamedIn(sql`reference`, person.patterns)}`.execute(tx);
  for (const { table, rows, columns } of SEARCHED_TABLES) {
    const isInReach = table === 'organisation' ? sql`id = ${scope.organisationId}` : ROWS[rows](scope.organisationId);
    for (const [isOwned, patterns] of divideByOwner(table, person)) {
      const searched = Object.entries(columns).map(([name, kind]) => ({
        name,
        ...search(kind, sql.ref(name), patterns, person),
      }));
      await sql`
        update ${sql.table(table)} set ${sql.join(searched.map(({ name, isFound, without }) => sql`${sql.ref(name)} = case when ${isFound} then ${without} else ${sql.ref(name)} end`))}
        where ${isInReach} and (${sql.join(
          searched.map(({ isFound }) => isFound),
          sql` or `,
        )}) and ${isOwned}`.execute(tx);
    }
  }
  await eraseFromReferences(tx, scope, person);
}

/** References and keys are unique, because what has the same one is recorded once: they get a number instead. */
async function eraseFromReferences(tx: Tx, { organisationId }: Scope, { patterns }: ErasedPerson): Promise<void> {
  await sql`update stock_receipt set reference = 'Receipt ' || id where ${isNamedIn(sql`reference`, patterns)}`.execute(tx);
  await sql`update stock_count set name = 'Count ' || id where ${isNamedIn(sql`name`, patterns)}`.execute(tx);
  await sql`update stock_incoming set reference = null where reference is not null and ${isNamedIn(sql`reference`, patterns)}`.execute(
    tx,
  );
  await sql`
    update invoice set credit_key = 'credit:' || id where organisation_id = ${organisationId} and ${isNamedInKey(sql`credit_key`, patterns)}`.execute(
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

/** Where the name is in two columns, or a row is about the person alone. */
async function eraseWherePartsNameThem(tx: Tx, { organisationId }: Scope, person: ErasedPerson): Promise<void> {
  const { id, patterns } = person;
  const [firstNames, lastNames] = [sql`${patterns.firstNames}::text[]`, sql`${patterns.lastNames}::text[]`];
  const isNamesakes = (table: string) => OWNERS[table]?.(person.namesakes.map((each) => each.id)) ?? sql`false`;
  // The person to ask at a destination, and in the address books of others.
  await sql`
    update address set first_name = 'Erased', last_name = ${`person ${id}`}, email = null, phone_number = null, fax_number = null
    where organisation_id = ${organisationId} and lower(first_name) = any (${firstNames}) and lower(last_name) = any (${lastNames})
      and not coalesce(${isNamesakes('address')}, false)`.execute(tx);
  for (const column of ['billing_address', 'shipping_address'])
    for (const [isOwned, namedBy] of divideByOwner('orders', person))
      await sql`
        update orders set ${sql.ref(column)} = case when ${isTheirAddress(sql.ref(column), namedBy)} then ${withoutAddress(column, id)}
          else ${jsonWithoutNames(sql.ref(column), namedBy)} end
        where organisation_id = ${organisationId} and ${isNamedInJson(sql.ref(column), namedBy)} and ${isOwned}`.execute(tx);
  await eraseFromHeadings(tx, organisationId, person);
  // A key that names the person counts as not used.
  await sql`delete from idempotency_key where organisation_id = ${organisationId} and ${isNamedInKey(sql`key`, patterns)}`.execute(
    tx,
  );
  await sql`delete from operator_idempotency_key where ${isNamedInKey(sql`key`, patterns)}`.execute(tx);
  await eraseAddressesFromReplies(tx, organisationId, person);
}

/** Files without a line of headings have a person there: both names in two of them, or all in one. */
async function eraseFromHeadings(tx: Tx, organisationId: number, { details, patterns }: ErasedPerson): Promise<void> {
  const { emails, fullNames, employeeNumbers } = details;
  const normalise = (words: readonly string[]) => sql`${words.map(normaliseHeading).filter((word) => word.length > 3)}::text[]`;
  const [firstNames, lastNames] = [normalise(patterns.firstNames), normalise(patterns.lastNames)];
  const hasHeading = (words: RawBuilder<unknown>) =>
    sql`exists (select from people_import_column o where o.organisation_id = c.organisation_id and o.kind = c.kind and o.header = any (${words}))`;
  await sql`
    delete from people_import_column c
    where c.organisation_id = ${organisationId} and (c.header = any (${normalise([...emails, ...fullNames, ...employeeNumbers])})
      or c.header = any (${firstNames} || ${lastNames}) and ${hasHeading(firstNames)} and ${hasHeading(lastNames)})`.execute(tx);
  const isOne = sql`lower(c ->> 'header') = any (${[...patterns.firstNames, ...patterns.lastNames]}::text[])`;
  const hasOne = (words: readonly string[]) =>
    sql`exists (select from jsonb_array_elements(columns) c where lower(c ->> 'header') = any (${words}::text[]))`;
  await sql`
    update people_import set columns = (
      select jsonb_agg(case when ${isOne} then c || '{"header": ""}' else c end order by position) from jsonb_array_elements(columns) with ordinality as e (c, position))
    where organisation_id = ${organisationId} and ${hasOne(patterns.firstNames)} and ${hasOne(patterns.lastNames)}`.execute(tx);
}

/** Stored replies that name the person in fields do not keep their address either. */
async function eraseAddressesFromReplies(tx: Tx, organisationId: number, { patterns }: ErasedPerson): Promise<void> {
  const fields = ['company', 'county', 'city', 'address1', 'address2', 'zipPostalCode', 'phoneNumber', 'faxNumber'];
  const withoutFields = sql`regexp_replace(body::text, ${`"(${fields.join('|')})": "(?:[^"\\\\]|\\\\.)*"`}, ${'"\\1": ""'}, 'g')::jsonb`;
  for (const [table, rows] of [
    ['idempotency_key', sql`organisation_id = ${organisationId}`],
    ['operator_idempotency_key', sql`true`],
  ] as const)
    await sql`update ${sql.table(table)} set body = ${withoutFields} where ${rows} and ${isTheirAddress(sql`body`, patterns)}`.execute(
      tx,
    );
}
