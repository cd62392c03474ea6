import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { foldText, toSpellings } from '#contract/platform/fold-text.ts';
import type { NamingWords } from './mentions.rules.ts';

/** The details of a person that identify them now. */
export interface CurrentDetails {
  id: number;
  brandId: number;
  email: string;
  firstName: string;
  lastName: string;
  employeeNumber: string | null;
}

/** What identifies a person in texts: what they have now, what they had before, and what they asked to have. */
export interface PersonalDetails extends NamingWords {
  /** Former addresses in lower case that someone else has now, and when they were the person's. */
  sharedEmails: { email: string; since: Date | null; until: Date }[];
  fullNames: string[];
}

interface FormerValue {
  field: 'email' | 'firstName' | 'lastName' | 'employeeNumber';
  value: string;
  /** The value that a change replaced, or one that it set or asked for. */
  wasReplaced: boolean;
  at: Date;
}

const MAX_NAMES = 20;

/** Names with the spellings that searches store, and others write who do not have the letters. */
const withSpellings = (names: readonly string[]) => [...names, ...names.flatMap((name) => toSpellings(name))];

const unique = (values: readonly string[]): string[] => [...new Set(values.map((value) => value.trim()).filter(Boolean))];

/**
 * The present and former details of a person. Former ones come from the audit log, which has every change with its values, and
 * from the person's registrations.
 */
export async function findPersonalDetails(db: Db, scope: Scope, person: CurrentDetails): Promise<PersonalDetails> {
  const { rows: former } = await sql<FormerValue>`
    select f.field, f.value, f.was_replaced as "wasReplaced", e.created_at as at
    from audit_event e
    cross join lateral (
      select key as field, value, true as was_replaced from jsonb_each_text(e.before)
      union all select key, value, false from jsonb_each_text(e.after)) f
    where e.organisation_id = ${scope.organisationId} and e.subject_kind = 'customer' and e.subject_id = ${String(person.id)}
      and f.field in ('email', 'firstName', 'lastName', 'employeeNumber') and f.value is not null
    union all
    select f.field, f.value, true, coalesce(r.decided_at, r.created_at)
    from registration r
    cross join lateral (values ('email', r.email), ('firstName', r.first_name), ('lastName', r.last_name), ('employeeNumber', r.employee_number))
      as f (field, value)
    where r.organisation_id = ${scope.organisationId} and r.customer_id = ${person.id} and f.value is not null
    order by at`.execute(db);
  const valuesOf = (field: FormerValue['field']) => former.filter((each) => each.field === field).map(({ value }) => value);
  const emails = unique([person.email, ...valuesOf('email')].map((email) => email.toLowerCase()));
  const { rows: taken } = await sql<{ email: string }>`
    select lower(email) as email from customer
    where brand_id = ${person.brandId} and lower(email) = any (${emails}::text[]) and id <> ${person.id} and deleted_at is null`.execute(
    db,
  );
  const shared = new Set(taken.map(({ email }) => email));
  const firstNames = unique(withSpellings([person.firstName, ...valuesOf('firstName')])).slice(0, MAX_NAMES);
  const lastNames = unique(withSpellings([person.lastName, ...valuesOf('lastName')])).slice(0, MAX_NAMES);
  return {
    emails: emails.filter((email) => !shared.has(email)),
    sharedEmails: [...shared].map((email) => {
      const changes = former.filter(({ field, value }) => field === 'email' && value.toLowerCase() === email);
      return {
        email,
        since: changes.find(({ wasReplaced }) => !wasReplaced)?.at ?? null,
        until: changes.at(-1)?.at ?? new Date(0),
      };
    }),
    firstNames,
    lastNames,
    fullNames: firstNames.flatMap((first) => lastNames.map((last) => `${first} ${last}`)),
    employeeNumbers: unique([person.employeeNumber ?? '', ...valuesOf('employeeNumber')]),
  };
}

/** Another person of the organisation with the same first and last name as the erased one, now or formerly. */
export interface Namesake {
  id: number;
  email: string;
}

/** The people of the organisation who have a name of the person too, with or without its accents. What is theirs keeps it. */
export async function findNamesakes(
  db: Db,
  scope: Scope,
  id: number,
  { firstNames, lastNames }: NamingWords,
): Promise<Namesake[]> {
  const folded = (names: readonly string[]) => sql`${names.map((name) => foldText(name))}::text[]`;
  const { rows } = await sql<Namesake>`
    select id, lower(email) as email from customer
    where organisation_id = ${scope.organisationId} and id <> ${id} and erased_at is null
      and fold_text(first_name) = any (${folded(firstNames)}) and fold_text(last_name) = any (${folded(lastNames)})`.execute(db);
  return rows;
}

/**
 * Those of some full names that also mean something else, in lower case: words of the catalogue, such as the colour “Heather Grey”, suppliers of garments,
 * brands and the organisation.
 */
export async function findOtherMeanings(db: Db, scope: Scope, fullNames: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select n.name from unnest(${fullNames.map((name) => name.toLowerCase())}::text[]) as n (name)
    where exists (select from product p where position(n.name in lower(concat_ws(' / ', p.name, p.vendor, p.short_description, p.full_description))) > 0)
      or exists (select from product_organisation p where p.organisation_id = ${scope.organisationId} and position(n.name in lower(p.name)) > 0)
      or exists (select from combination b where position(n.name in lower(b.description)) > 0)
      or exists (select from product_attribute_value v where position(n.name in lower(v.name)) > 0)
      or exists (select from organisation o where o.id = ${scope.organisationId} and position(n.name in lower(o.name)) > 0)
      or exists (select from brand b where position(n.name in lower(concat_ws(' / ', b.name, b.company_name, b.legal_name))) > 0)`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}
