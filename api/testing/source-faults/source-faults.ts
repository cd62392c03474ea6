import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { replaceOnce } from '../sql-faults/replace-once.ts';
import type { SqlFault } from '../sql-faults/sql-fault.ts';
import { PAYMENT_FAULTS } from './payment-faults.ts';

/** Faults in the code of the server, of the same shape as those in functions of the database; `of` says what the code would guard. */
export const SOURCE_FAULTS: readonly SqlFault[] = PAYMENT_FAULTS;

/** The variable with the place in `SOURCE_FAULTS` of the fault that a process meets, or all tests of a run. */
const FAULT_VARIABLE = 'SOURCE_FAULT';

/** The environment in which a process, or the tests of a run, meet a fault, given by its place in `SOURCE_FAULTS`. */
export const withSourceFault = (place: number): Record<string, string> => ({ [FAULT_VARIABLE]: String(place) });

/** The fault that was chosen for this process; undefined when there is none, as in every usual run. */
export function findChosenFault(): SqlFault | undefined {
  const place = process.env[FAULT_VARIABLE];
  return place === undefined ? undefined : SOURCE_FAULTS[Number(place)];
}

/** What the plugin uses of Vitest: a module of which the key is `false` is not kept for later runs. */
interface ModuleCache {
  defineCacheKeyGenerator(generate: (module: { id: string }) => false | undefined): void;
}

/** The plugins that put the chosen fault into its file when that is loaded; none when no fault is chosen, as in every usual run. */
export function createFaultPlugins(project: string) {
  const fault = findChosenFault();
  if (!fault) return [];
  const isFaulty = (id: string) => relative(project, id) === fault.file;
  return [
    {
      name: 'source-fault',
      enforce: 'pre' as const,
      configureVitest: (cache: ModuleCache) => cache.defineCacheKeyGenerator(({ id }) => (isFaulty(id) ? false : undefined)),
      load: async (id: string) => (isFaulty(id) ? replaceOnce(await readFile(id, 'utf8'), fault) : undefined),
    },
  ];
}
