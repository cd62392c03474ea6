import type { ClientBase } from 'pg';
import type { RepeatableFile, RepeatableObject } from './repeatable-files.ts';
import type { SchemaFiles } from './schema-files.ts';

/** What was done to the functions, views and triggers of a database. */
export interface AppliedSql {
  /** Names of files whose objects were created or replaced, or which were removed. */
  files: string[];
  /**
   * Objects that were dropped because they are no longer defined, or because PostgreSQL does not replace one whose parameters, result or columns have
   * changed. Earlier code that uses them no longer works.
   */
  dropped: string[];
}

/** What PostgreSQL answers where "create or replace" cannot replace: invalid_function_definition, invalid_table_definition, duplicate_object, wrong_object_type. */
const CANNOT_REPLACE = new Set(['42P13', '42P16', '42710', '42809']);

/** The identities of all functions, views and triggers that the owner's schema has, no matter who created them. */
const EXISTING = `
  SELECT 'function ' || proname AS identity FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION SELECT 'view ' || relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
  UNION SELECT format('trigger %s on %s', tgname, relname) FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal`;

/** The views, functions and triggers that depend on an object, by identity. */
const DEPENDENTS = `
  SELECT DISTINCT coalesce('view ' || v.relname, 'function ' || p.proname, format('trigger %s on %s', t.tgname, tc.relname)) AS identity
  FROM pg_depend d
  LEFT JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
  LEFT JOIN pg_class v ON v.oid = r.ev_class
  LEFT JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid
  LEFT JOIN pg_trigger t ON d.classid = 'pg_trigger'::regclass AND t.oid = d.objid
  LEFT JOIN pg_class tc ON tc.oid = t.tgrelid
  WHERE d.deptype = 'n' AND coalesce(v.oid, p.oid, t.oid) IS NOT NULL AND (d.refclassid, d.refobjid) IN (
    SELECT 'pg_proc'::regclass, oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND 'function ' || proname = $1
    UNION ALL
    SELECT 'pg_class'::regclass, oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' AND 'view ' || relname = $1)`;

/**
 * Loads the library of pg_trgm into the session. A function may set a parameter of an extension, and before its library is loaded PostgreSQL permits that
 * to superusers only.
 */
const LOAD_LIBRARY = `
  DO $$ BEGIN
    IF to_regproc('public.show_limit') IS NOT NULL THEN PERFORM public.show_limit(); END IF;
  END $$`;

interface RecordedFile {
  name: string;
  checksum: string;
  /** Checksums of its objects, by identity. */
  objects: Record<string, string>;
}

/**
 * Brings functions, views and triggers to what the files say, in the transaction of the client: drops what is no longer defined, creates what is missing,
 * and replaces what has changed. Locks nothing else.
 */
export async function applyRepeatableSql(client: ClientBase, { files, version }: SchemaFiles): Promise<AppliedSql> {
  const { rows: recorded } = await client.query<RecordedFile>('SELECT name, checksum, objects FROM public.repeatable_sql');
  const checksums = new Map(recorded.flatMap(({ objects }) => Object.entries(objects)));
  const defined = new Set(files.flatMap(({ objects }) => objects.map(({ identity }) => identity)));
  const schema = new SchemaObjects(client, new Set([...defined, ...checksums.keys()]));
  await schema.read();
  await client.query(LOAD_LIBRARY);

  const touched = new Set<string>();
  for (const { name, objects } of recorded)
    for (const identity of Object.keys(objects))
      if (!defined.has(identity)) {
        await schema.drop(identity);
        touched.add(name);
      }
  for (const file of files)
    for (const object of file.objects)
      if (checksums.get(object.identity) !== object.checksum || !schema.has(object.identity)) {
        await schema.createOrReplace(file, object);
        touched.add(file.name);
      }
  await record(client, files, recorded);
  await client.query('INSERT INTO public.repeatable_sql_version (version) VALUES ($1) ON CONFLICT DO NOTHING', [version]);
  return { files: [...touched], dropped: schema.dropped };
}

/** Identities of objects that the database should have, of files that it has applied, and does not have. */
export async function findMissingObjects(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ identity: string }>(
    `SELECT o.identity FROM public.repeatable_sql, jsonb_object_keys(objects) o (identity) EXCEPT (${EXISTING})`,
  );
  return rows.map(({ identity }) => identity);
}

async function record(client: ClientBase, files: RepeatableFile[], recorded: RecordedFile[]): Promise<void> {
  const before = new Map(recorded.map(({ name, checksum }) => [name, checksum]));
  const names = new Set(files.map(({ name }) => name));
  const removed = recorded.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  if (removed.length > 0) await client.query('DELETE FROM public.repeatable_sql WHERE name = ANY ($1)', [removed]);
  for (const { name, checksum, needsCodeWith, objects } of files) {
    if (before.get(name) === checksum) continue;
    const list = Object.fromEntries(objects.map((object) => [object.identity, object.checksum]));
    await client.query(
      `INSERT INTO public.repeatable_sql (name, checksum, needs_code_with, objects) VALUES ($1, $2, $3, $4)
       ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, needs_code_with = excluded.needs_code_with,
         objects = excluded.objects, applied_at = now()`,
      [name, checksum, needsCodeWith, list],
    );
  }
}

/** Adds to PostgreSQL's refusal what uses the object. */
const explainUse = (identity: string) => (error: Error & { detail?: string }) => {
  throw new Error(
    `The ${identity} has to be dropped, but something else than functions, views and triggers uses it. ${error.detail ?? error.message}`,
    {
      cause: error,
    },
  );
};

/** The functions, views and triggers of a database. `own` are those that may be dropped with what they depend on, since they are created again. */
class SchemaObjects {
  readonly dropped: string[] = [];
  private readonly client: ClientBase;
  private readonly own: ReadonlySet<string>;
  private existing = new Set<string>();

  constructor(client: ClientBase, own: ReadonlySet<string>) {
    this.client = client;
    this.own = own;
  }

  async read(): Promise<void> {
    const { rows } = await this.client.query<{ identity: string }>(EXISTING);
    this.existing = new Set(rows.map(({ identity }) => identity));
  }

  has(identity: string): boolean {
    return this.existing.has(identity);
  }

  /** Drops an object after the own ones that depend on it. PostgreSQL refuses if anything else does. */
  async drop(identity: string): Promise<void> {
    if (!this.existing.has(identity)) return;
    await this.dropDependents(identity);
    const [kind = '', name = ''] = identity.split(' ');
    const statements =
      kind === 'function'
        ? (await this.listFunctions(name)).map((signature) => `DROP FUNCTION ${signature}`)
        : [`DROP ${identity}`];
    for (const statement of statements) await this.client.query(statement).catch(explainUse(identity));
    this.existing.delete(identity);
    if (kind !== 'trigger') this.dropped.push(identity);
  }

  async createOrReplace(file: RepeatableFile, object: RepeatableObject): Promise<void> {
    const [kind, name = ''] = object.identity.split(' ');
    if (!this.existing.has(object.identity)) await this.run(file, object);
    else {
      const before = kind === 'function' ? await this.listFunctions(name) : [];
      await this.client.query('SAVEPOINT before_object');
      try {
        await this.run(file, object);
      } catch (error) {
        const { code = '' } = (error as Error).cause as { code?: string };
        if (!CANNOT_REPLACE.has(code)) throw error;
        await this.client.query('ROLLBACK TO SAVEPOINT before_object');
        await this.drop(object.identity);
        await this.run(file, object);
      }
      await this.client.query('RELEASE SAVEPOINT before_object');
      await this.dropOtherSignatures(object.identity, before);
    }
    this.existing.add(object.identity);
  }

  /** With other parameters it is another function: the one before still exists, and with it what uses it. */
  private async dropOtherSignatures(identity: string, before: string[]): Promise<void> {
    if (before.length === 0) return;
    const [, name = ''] = identity.split(' ');
    if ((await this.listFunctions(name)).length === before.length) return;
    await this.dropDependents(identity);
    for (const signature of before) await this.client.query(`DROP FUNCTION ${signature}`).catch(explainUse(identity));
    this.dropped.push(identity);
  }

  private async dropDependents(identity: string): Promise<void> {
    const { rows } = await this.client.query<{ identity: string }>(DEPENDENTS, [identity]);
    for (const dependent of rows)
      if (dependent.identity !== identity && this.own.has(dependent.identity)) await this.drop(dependent.identity);
  }

  private async listFunctions(name: string): Promise<string[]> {
    const { rows } = await this.client.query<{ signature: string }>(
      `SELECT oid::regprocedure::text AS signature FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname = $1`,
      [name],
    );
    return rows.map(({ signature }) => signature);
  }

  private async run(file: RepeatableFile, { sql, line }: RepeatableObject): Promise<void> {
    try {
      await this.client.query(sql);
    } catch (error) {
      const { position } = error as { position?: string };
      const at = line + (position === undefined ? 0 : sql.slice(0, Number(position)).split('\n').length - 1);
      throw new Error(`${file.name} failed in line ${at}: ${(error as Error).message}`, { cause: error });
    }
  }
}
