import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '#contract/index.ts';

/** A path in a literal of a script, up to its query; the parts that are filled in stay as `${…}`. */
const CALLED = /['"`](?:\$\{[^}]*\})?(\/api\/(?:\$\{[^}]*\}|[\w.-]|\/)+)/g;
/** What attacks call because it does not exist. */
const DELIBERATE = /^\/api\/no-such-/;

const toSegments = (path: string) => path.split('/').filter((segment) => segment !== '');
const isFilledIn = (segment: string) => segment.includes('${') || segment.startsWith(':');

const known = Object.keys(contract).map((call) => toSegments(call.split(' ')[1] ?? ''));

/** Whether the contract has a call whose path this may be. */
const isKnown = (path: string) => {
  const segments = toSegments(path);
  return known.some(
    (other) =>
      other.length === segments.length &&
      other.every((segment, index) => {
        const called = segments[index] ?? '';
        return isFilledIn(segment) || isFilledIn(called) || segment === called;
      }),
  );
};

/** The calls in a script that the contract does not have. */
export const findUnknownCalls = (script: string): string[] =>
  [...script.matchAll(CALLED)].map(([, path = '']) => path).filter((path) => !DELIBERATE.test(path) && !isKnown(path));

/** The calls in the scripts of a folder that the contract does not have, each with its file. */
export function listUnknownCalls(folder: string): string[] {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return scripts.flatMap((file) => findUnknownCalls(readFileSync(join(folder, file), 'utf8')).map((path) => `${file}: ${path}`));
}
