import { type RawBuilder, sql } from 'kysely';
import type { MentionPatterns } from './mentions.rules.ts';

/** What stands where a text named an erased person. Not longer than what it replaces, because most texts have a limit. */
const GAP = '[…]';

/** Whether a text names the person. */
export const isNamedIn = (text: RawBuilder<unknown>, patterns: MentionPatterns) => sql`coalesce(${text}, '') ~* ${patterns.text}`;

/** Whether the name of a file names the person. */
export const isNamedInFileName = (fileName: RawBuilder<unknown>, patterns: MentionPatterns) =>
  sql`coalesce(${fileName}, '') ~* ${patterns.fileName}`;

/** Whether a first and a last name of the person are values of a JSON document, in whatever fields. */
const hasNameValues = (json: RawBuilder<unknown>, { firstNameValue, lastNameValue }: MentionPatterns) =>
  sql`(coalesce(${json}::text, '') ~* ${firstNameValue} and coalesce(${json}::text, '') ~* ${lastNameValue})`;

/** Whether a JSON document names the person: in a text, by an employee number that is a whole value, or by first and last name in two values. */
export const isNamedInJson = (json: RawBuilder<unknown>, patterns: MentionPatterns) =>
  sql`(coalesce(${json}::text, '') ~* ${patterns.json} or coalesce(${json}::text, '') ~* ${patterns.numberValue} or ${hasNameValues(json, patterns)})`;

/** A text without the names of the person. */
export const withoutNames = (text: RawBuilder<unknown>, patterns: MentionPatterns, gap: string = GAP) =>
  sql`regexp_replace(${text}, ${patterns.text}, ${gap}, 'gi')`;

/** The name of a file without the names and numbers of the person. */
export const fileNameWithoutNames = (fileName: RawBuilder<unknown>, patterns: MentionPatterns) =>
  sql`regexp_replace(${fileName}, ${patterns.fileName}, ${GAP}, 'gi')`;

/** A JSON document without the names and numbers of the person. */
export const jsonWithoutNames = (json: RawBuilder<unknown>, patterns: MentionPatterns) =>
  sql`regexp_replace(regexp_replace(${json}::text, ${patterns.json}, ${GAP}, 'gi'), case when ${hasNameValues(json, patterns)}
    then ${`${patterns.numberValue}|${patterns.firstNameValue}|${patterns.lastNameValue}`}::text else ${patterns.numberValue}::text end,
    ${`"${GAP}"`}, 'gi')::jsonb`;
