/**
 * Which tests a change touches, for `npm test -- --changed`. Vitest's own `--changed` follows imports through `api/app.ts`, so that each change of the server
 * touches all its tests, and cannot see what files name in the database and in the contract.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { AREAS, findArea } from '#api/platform/db/areas.ts';
import { type FileImport, readImports } from './import-graph.ts';

/**
 * Files that join everything, so that what they import concerns the whole server or all pages only by name. A change is not followed through them:
 * otherwise each would touch every test that starts a portal.
 */
const ROOTS = [
  /^api\/(?:app|main|jobs|mails|bulk-edits)\.ts$/,
  /^contract\/index\.ts$/,
  /^web\/(?:main|routes|prerender)\.tsx$/,
  /^web\/operator\/(?:operator-app\.tsx|operator-pages\.ts)$/,
];

/** A change of these touches every test but stories. */
const EVERYTHING =
  /^(?:package(?:-lock)?\.json|tsconfig\.json|vitest\.config\.ts|api\/testing\/global-setup\.ts|web\/testing\/setup\.ts)$/;

/** Tests that read the whole repository. They take seconds, and are run with any change. */
const ALWAYS = ['repository.test.ts', 'tools/architecture-tree.test.ts', 'tools/subjects.test.ts'];

const isTest = (file: string) => /\.test\.tsx?$|\.e2e\.ts$/.test(file);

/**
 * The tests that these changes touch, sorted: every test that is changed itself, that depends on a changed file directly or through others, or that stands
 * beside a file that does, because the tests of a route or a page start the whole portal and name no more of it than an address. A file depends on those
 * that it imports, on functions and views of the database that it names, and on calls of the contract that it names. A changed trigger touches the tests
 * of its area and of all areas above it, and a migration all tests of the server.
 *
 * Stories are touched only by changes below `e2e/`: each of them runs in the whole portal.
 *
 * @param sources the text of each code, style and SQL file by its path from the top of the repository
 * @param changed the paths of changed, new and deleted files
 */
export function listTouchedTests(sources: ReadonlyMap<string, string>, changed: readonly string[]): string[] {
  if (changed.length === 0) return [];
  const tests = [...sources.keys()].filter(isTest).sort();
  const reached = findReached(sources, changed);
  const subjects = [...reached].filter((file) => /^(?:api|web|contract)\//.test(file) && !isTest(file));
  const folders = new Set(subjects.map((file) => posix.dirname(file)));
  const areas = listAreasOfTriggers(sources, changed);
  const isEverything = changed.some((file) => EVERYTHING.test(file));
  return tests.filter((test) => {
    if (reached.has(test) || ALWAYS.includes(test)) return true;
    if (test.endsWith('.e2e.ts')) return false;
    return isEverything || folders.has(posix.dirname(test)) || areas.some((area) => test.startsWith(`api/${area}/`));
  });
}

/** The changed files, and those that depend on them. */
function findReached(sources: ReadonlyMap<string, string>, changed: readonly string[]): Set<string> {
  const users = new Map<string, string[]>();
  for (const { from, to } of [...readImports(sources), ...readUsesOfNames(sources)]) {
    // Stories import the server to start it.
    if (from.startsWith('e2e/') && !to.startsWith('e2e/')) continue;
    users.set(to, [...(users.get(to) ?? []), from]);
  }
  const reached = new Set(changed);
  const pending = [...changed];
  for (let file = pending.pop(); file !== undefined; file = pending.pop())
    for (const user of users.get(file) ?? []) {
      if (reached.has(user) || ROOTS.some((pattern) => pattern.test(user))) continue;
      reached.add(user);
      pending.push(user);
    }
  return reached;
}

const SQL_NAME = /^create or replace (?:function|view|procedure)\s+(?:public\.)?"?(\w+)/gim;
const CALL_NAME = /^ {2}'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)': /gm;
const CALL_USED = /(?<=')(?:GET|POST|PUT|PATCH|DELETE) \/[^']*(?=')/g;

/** Files that name a function or view of the database, or a call of the contract, as if they imported the file that defines it. */
function readUsesOfNames(sources: ReadonlyMap<string, string>): FileImport[] {
  const definedIn = new Map<string, string>();
  for (const [file, text] of sources) {
    if (isMigration(file)) continue;
    const pattern = file.endsWith('.sql') ? SQL_NAME : file.startsWith('contract/') ? CALL_NAME : undefined;
    for (const [, name = ''] of pattern ? text.matchAll(pattern) : []) definedIn.set(name, file);
  }
  return [...sources].flatMap(([from, text]) => {
    if (!/^(?:api|web)\//.test(from)) return [];
    const names = [...(text.match(CALL_USED) ?? []), ...(/\.(?:queries\.ts|sql)$/.test(from) ? (text.match(/\w+/g) ?? []) : [])];
    const files = new Set(names.map((name) => definedIn.get(name)));
    return [...files].flatMap((to) => (to === undefined || to === from || isMigration(from) ? [] : [{ from, to }]));
  });
}

const isMigration = (file: string) => file.startsWith('api/platform/db/migrations/');

/** The areas that changed triggers and migrations can concern: which statements fire a trigger cannot be told from its text. */
function listAreasOfTriggers(sources: ReadonlyMap<string, string>, changed: readonly string[]): readonly string[] {
  if (changed.some(isMigration)) return [...AREAS, 'testing'];
  const withTriggers = changed.filter((file) => file.endsWith('.sql') && /\btrigger\b/i.test(sources.get(file) ?? 'trigger'));
  const lowest = Math.max(-1, ...withTriggers.map((file) => AREAS.indexOf(findArea(file) ?? 'platform')));
  return AREAS.slice(0, lowest + 1);
}

const run = promisify(execFile);

/**
 * The paths of files that differ from a commit, and of new ones: without `ref` from the last commit, otherwise from where this branch left `ref`. With
 * the texts that `listTouchedTests` reads. Throws what Git says, for example about an unknown `ref`.
 */
export async function readChanges(project: string, ref?: string): Promise<{ sources: Map<string, string>; changed: string[] }> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: project, maxBuffer: 1 << 26 })).stdout;
  const split = (output: string) => output.split('\0').filter((file) => file !== '');
  const base = ref === undefined ? 'HEAD' : (await git('merge-base', ref, 'HEAD')).trim();
  const added = split(await git('ls-files', '-z', '--others', '--exclude-standard'));
  const changed = [...split(await git('diff', '-z', '--name-only', '--no-renames', base)), ...added];
  const files = [...split(await git('ls-files', '-z')), ...added].filter((file) => /\.(?:tsx?|mjs|css|sql)$/.test(file));
  const texts = files.map(async (file): Promise<[string, string][]> => {
    const text = await readFile(join(project, file), 'utf8').catch(() => undefined);
    return text === undefined ? [] : [[file, text]];
  });
  return { sources: new Map((await Promise.all(texts)).flat()), changed };
}
