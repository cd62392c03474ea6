/**
 * Checks that the built pages use nothing that a browser of `browserslist` (package.json) lacks. Part of `npm run check`; builds the pages if they are not
 * those of the current sources.
 */
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buildWeb } from '../build.ts';
import { isBuilt, listFiles } from '../built-pages.ts';
import { formatError } from '../console.ts';
import { ALLOWED, isAllowed } from './allowed.ts';
import { type CompatLookup, createCompatLookup } from './compat-data.ts';
import { findNewMembersInSources } from './member-types.ts';
import { findNewInScript } from './script-features.ts';
import { findNewInStyles } from './style-features.ts';
import { readTargets } from './targets.ts';

const webDir = join(import.meta.dirname, '../../dist/web');

/** What the files of a folder use and a browser lacks, with the files. */
async function findNewInFiles(folder: string, lookup: CompatLookup): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const path of await listFiles(folder)) {
    const find = path.endsWith('.js') ? findNewInScript : path.endsWith('.css') ? findNewInStyles : undefined;
    if (!find) continue;
    const file = relative(folder, path);
    try {
      for (const feature of find(await readFile(path, 'utf8'), lookup)) found.set(feature, [...(found.get(feature) ?? []), file]);
    } catch (error) {
      found.set(formatError(error), [...(found.get(formatError(error)) ?? []), file]);
    }
  }
  return found;
}

if (import.meta.main) {
  const lookup = createCompatLookup(readTargets());
  if (!(await isBuilt())) await buildWeb();
  const inFiles = await findNewInFiles(webDir, lookup);
  const inSources = findNewMembersInSources(lookup);
  const features = new Set([...inFiles.keys(), ...inSources.keys()]);
  const problems = [...features]
    .filter((feature) => !isAllowed(feature))
    .map((feature) => {
      const files = [...(inSources.get(feature) ?? inFiles.get(feature) ?? [])];
      return `${feature} (${lookup.describe(feature)}) in ${files.slice(0, 5).join(', ')}`;
    });
  const unused = Object.keys(ALLOWED).filter((feature) => !features.has(feature));
  for (const problem of problems) console.error(`Newer than the browsers of package.json: ${problem}`);
  for (const feature of unused) console.error(`Allowed, and no longer used: ${feature} (tools/browser-support/allowed.ts)`);
  if (problems.length + unused.length > 0) process.exitCode = 1;
}
