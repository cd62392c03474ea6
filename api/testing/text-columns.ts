import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** `table.column` of a list, in which `table:` stands for all names without a dot that follow it. */
export function parseColumns(list: string): string[] {
  let table = '';
  return list
    .trim()
    .split(/\s+/)
    .flatMap((word) => {
      if (word.endsWith(':')) {
        table = word.slice(0, -1);
        return [];
      }
      return word.includes('.') ? [word] : [`${table}.${word}`];
    });
}

/** A column of the schema that holds texts, JSON or bytes. */
export interface TextColumn {
  /** `table.column` */
  name: string;
  type: string;
  isJson: boolean;
  isComputed: boolean;
  hasForeignKey: boolean;
  /** Definitions of the check constraints of the column. */
  checks: string[];
}

/** Every column of the schema that holds texts, JSON or bytes, except the counts of changes (`field_versions`). */
export async function readTextColumns(db: Db): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select c.relname || '.' || a.attname as name, t.typname as type, t.typname in ('json', 'jsonb') as "isJson", a.attgenerated <> '' as "isComputed",
      exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)) as "hasForeignKey",
      array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('schema_migration', 'repeatable_sql', 'repeatable_sql_version')
      and a.attnum > 0 and not a.attisdropped and a.attname <> 'field_versions'
      and t.typname in ('text', '_text', 'varchar', '_varchar', 'bpchar', 'json', 'jsonb', 'bytea', '_bytea', 'tsvector') order by 1`.execute(
    db,
  );
  return rows;
}

/** A constraint that lists values (`= ANY (ARRAY['a'…`, `= 'a'`, `<@ ARRAY['a'…`), or a format whose signs allow no sentence. */
const LISTS_VALUES = /= ANY \(\(?ARRAY\['|[^<>!]= '[^']*'::text|<@ ARRAY\['/;
const FORMAT = /~ '\^[^ ]*\$?'::text/;
/** Whether a constraint, a foreign key or a computation decides what a column can hold. */
export const isLimited = ({ checks, isComputed, hasForeignKey }: TextColumn) =>
  isComputed || hasForeignKey || checks.some((check) => LISTS_VALUES.test(check) || FORMAT.test(check));
