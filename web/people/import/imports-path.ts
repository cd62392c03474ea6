import type { ImportKind } from '#contract/people/people-import.ts';
import { paths } from '#web/app/paths.ts';

/** The page on which files of a kind are uploaded and listed. */
export const getImportsPath = (kind: ImportKind): string =>
  kind === 'balances' ? paths.balanceImports() : paths.peopleImports();
