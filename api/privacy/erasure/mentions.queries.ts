import { type RawBuilder, sql } from 'kysely';
import type { MentionPatterns } from './mentions.rules.ts';

/** What stands where a text named an erased person. Not longer than what it replaces, because most texts have a limit. */
const GAP = '[…]';

const matches = (text: RawBuilder<unknown>, pattern: string) => sql`coalesce(${text}::text, '') ~* ${pattern}`;

/** A condition on a text or document that is false at once for almost all of them. */
const withPrefilter = (value: RawBuilder<unknown>, patterns: MentionPatterns, condition: RawBuilder<unknown>) =>
  sql`(lower(coalesce(${value}::text, '')) like any (${patterns.prefilter}::text[]) and ${condition})`;

/** Whether a text names the person. */
export const isNamedIn = (text: RawBuilder<unknown>, patterns: MentionPatterns) =>
  withPrefilter(text, patterns, matches(text, patterns.text));

/** Whether the name of a file names the person. */
export const isNamedInFileName = (fileName: RawBuilder<unknown>, patterns: MentionPatterns) =>
  withPrefilter(fileName, patterns, matches(fileName, patterns.fileName));

/** Whether a key that another system or an operator chose names the person. */
export const isNamedInKey = (key: RawBuilder<unknown>, patterns: MentionPatterns) =>
  withPrefilter(key, patterns, matches(key, patterns.key));

const hasNameFields = (json: RawBuilder<unknown>, { nameFields: [one, other] }: MentionPatterns) =>
  sql`(${matches(json, one)} or ${matches(json, other)})`;

/** Whether an address as JSON is the person’s: by its fields for names, or its email address. */
export const isTheirAddress = (json: RawBuilder<unknown>, patterns: MentionPatterns) =>
  withPrefilter(json, patterns, sql`(${hasNameFields(json, patterns)} or ${matches(json, patterns.emailInJson)})`);

/** Whether a JSON document names the person: in a text, or in fields for first and last name or the employee number. */
export const isNamedInJson = (json: RawBuilder<unknown>, patterns: MentionPatterns) =>
  withPrefilter(
    json,
    patterns,
    sql`(${matches(json, patterns.json)} or ${matches(json, patterns.numberField)} or ${hasNameFields(json, patterns)})`,
  );

/** Whether a JSON document that can go as a whole names the person: as `isNamedInJson`, or any whole value is their employee number. */
export const isNamedInValues = (json: RawBuilder<unknown>, patterns: MentionPatterns) =>
  withPrefilter(json, patterns, sql`(${isNamedInJson(json, patterns)} or ${matches(json, patterns.numberValue)})`);

/** Whether the cells of a line, as an array of texts, name the person: as `isNamedInValues`, or first and last name are in two cells. */
export const isNamedInCells = (cells: RawBuilder<unknown>, patterns: MentionPatterns) =>
  withPrefilter(
    cells,
    patterns,
    sql`(${isNamedInValues(sql`to_jsonb(${cells})`, patterns)}
      or lower(${cells}::text)::text[] && ${patterns.firstNames}::text[] and lower(${cells}::text)::text[] && ${patterns.lastNames}::text[])`,
  );

/** A text without the names of the person. */
export const withoutNames = (text: RawBuilder<unknown>, patterns: MentionPatterns, gap: string = GAP) =>
  sql`regexp_replace(${text}, ${patterns.text}, ${gap}, 'gi')`;

/** The name of a file without the names and numbers of the person. */
export const fileNameWithoutNames = (fileName: RawBuilder<unknown>, patterns: MentionPatterns) =>
  sql`regexp_replace(${fileName}, ${patterns.fileName}, ${GAP}, 'gi')`;

const withoutNameFields = (text: RawBuilder<unknown>, { nameFields }: MentionPatterns) => {
  const [one, other] = nameFields;
  const values = `\\1"${GAP}"\\2"${GAP}"`;
  return sql`regexp_replace(regexp_replace(${text}, ${one}, ${values}, 'gi'), ${other}, ${values}, 'gi')`;
};

/** An address as JSON without the name and email address of the person. */
export const addressWithoutNames = (json: RawBuilder<unknown>, patterns: MentionPatterns) =>
  sql`regexp_replace(${withoutNameFields(sql`${json}::text`, patterns)}, ${patterns.emailInJson}, ${GAP}, 'gi')::jsonb`;

/** A JSON document without the names and numbers of the person. */
export const jsonWithoutNames = (json: RawBuilder<unknown>, patterns: MentionPatterns) => sql`regexp_replace(regexp_replace(
    ${withoutNameFields(sql`${json}::text`, patterns)}, ${patterns.json}, ${GAP}, 'gi'), ${patterns.numberField}, ${`\\1"${GAP}"`}, 'gi')::jsonb`;
