import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { AREAS, findArea } from './areas.ts';
import { readNeededCode } from './migration-files.ts';
import { splitStatements, stripTexts } from './sql-statements.ts';

/** A function, a view or a trigger. */
export interface RepeatableObject {
  /** Its kind and name: `function unit_price`, `view offer`, `trigger append_only on audit_event`. Functions are not overloaded. */
  identity: string;
  /** The statement that creates or replaces it, with the comments on it that are stored. */
  sql: string;
  /** Of the statement. */
  checksum: string;
  /** Where the statement begins in its file. */
  line: number;
}

/** A file of repeatable SQL. */
export interface RepeatableFile {
  /** Its path: `api/catalogue/pricing/offer.sql`. */
  name: string;
  text: string;
  /** Of the whole file, comments included. */
  checksum: string;
  /** As of a migration: the newest one that code must know to work with the file; empty when earlier code works with it too. */
  needsCodeWith: string;
  objects: RepeatableObject[];
}

/** Where numbered migrations are, below the folder of the areas. */
export const MIGRATIONS = 'platform/db/migrations';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * The files of repeatable SQL, in the order in which they are applied: those of the lowest area first, and each after the files whose functions and views
 * it names.
 *
 * @param folder of the areas
 * @param migrations names of the numbered migrations
 * @throws an error that names the file which is in no area, contains something else, defines what another one defines, or needs an unknown migration
 */
export async function readRepeatableFiles(folder: string, migrations: readonly string[]): Promise<RepeatableFile[]> {
  const paths = (await readdir(folder, { recursive: true }))
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => path.endsWith('.sql') && !path.startsWith(`${MIGRATIONS}/`));
  const files = await Promise.all(
    paths.map(async (path): Promise<RepeatableFile> => {
      const name = `api/${path}`;
      const text = (await readFile(join(folder, path), 'utf8')).replaceAll('\r\n', '\n');
      const needsCodeWith = readNeededCode(text);
      if (needsCodeWith && !migrations.includes(needsCodeWith))
        throw new Error(`${name} needs code with ${needsCodeWith}, which is no migration.`);
      return { name, text, checksum: hashOf(text), needsCodeWith, objects: readObjects(name, text) };
    }),
  );
  return sortFiles(files);
}

/** The statements of a file, each with the stored comments that follow it. */
function readObjects(file: string, text: string): RepeatableObject[] {
  const objects: RepeatableObject[] = [];
  for (const { text: statement, line } of splitStatements(text)) {
    const last = objects.at(-1);
    if (/^comment\s+on\s/i.test(statement) && last) last.sql += `\n${statement}`;
    else {
      const identity = identify(statement);
      if (!identity)
        throw new Error(
          `${file} contains in line ${line} what is neither "create or replace" of a function, view or trigger, nor a constraint trigger, nor a comment on one.`,
        );
      objects.push({ identity, sql: statement, checksum: '', line });
    }
  }
  return objects.map((object) => ({ ...object, checksum: hashOf(object.sql) }));
}

function identify(statement: string): string | undefined {
  const [, kind, name] = /^create\s+or\s+replace\s+(function|view)\s+(\w+)/i.exec(statement) ?? [];
  if (kind && name) return `${kind.toLowerCase()} ${name}`;
  const [, trigger] = /^create\s+(?:or\s+replace|constraint)\s+trigger\s+(\w+)/i.exec(statement) ?? [];
  const [, table] =
    /\son\s+(\w+)\s+(?:from|(?:not\s+)?deferrable|initially|referencing|for|when|execute)\s/i.exec(statement) ?? [];
  return trigger && table ? `trigger ${trigger} on ${table}` : undefined;
}

function sortFiles(files: RepeatableFile[]): RepeatableFile[] {
  const definedIn = new Map<string, RepeatableFile>();
  for (const file of files)
    for (const { identity } of file.objects) {
      const other = definedIn.get(identity);
      if (other) throw new Error(`The ${identity} is defined in ${other.name}, and again in ${file.name}.`);
      definedIn.set(identity, file);
    }
  const rank = ({ name }: RepeatableFile) => {
    const area = findArea(name);
    if (!area) throw new Error(`${name} is in no area.`);
    return AREAS.length - AREAS.indexOf(area);
  };
  const sorted: RepeatableFile[] = [];
  const visiting: RepeatableFile[] = [];
  const visit = (file: RepeatableFile) => {
    if (sorted.includes(file)) return;
    if (visiting.includes(file))
      throw new Error(`Each of ${visiting.map(({ name }) => name).join(', ')} names what another one of them defines.`);
    visiting.push(file);
    for (const identity of namesIn(file.text)) {
      const used = definedIn.get(identity);
      if (used && used !== file) visit(used);
    }
    visiting.pop();
    sorted.push(file);
  };
  for (const file of files.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))) visit(file);
  return sorted;
}

/** What may be functions and views in a text, by identity: the names before parentheses, and those that are read from. */
export function namesIn(sql: string): Set<string> {
  const code = stripTexts(sql);
  const called = [...code.matchAll(/\b(\w+)\s*\(/g)].map(([, name]) => `function ${name}`);
  const read = [...code.matchAll(/\b(?:from|join)\s+(\w+)/gi)].map(([, name]) => `view ${name}`);
  return new Set([...called, ...read]);
}
