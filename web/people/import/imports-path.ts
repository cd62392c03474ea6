import type { ImportKind } from '#contract/people/import.ts';
import { paths } from '#web/app/paths.ts';

const PATHS: Record<ImportKind, () => string> = {
  people: paths.peopleImports,
  balances: paths.balanceImports,
  range: paths.rangeImports,
};

/** The page on which files of a kind are uploaded and listed. */
export const getImportsPath = (kind: ImportKind): string => PATHS[kind]();

/** The page of one import. */
export const getImportPath = ({ id, kind }: { id: number; kind: ImportKind }): string =>
  kind === 'range' ? paths.rangeImport(id) : paths.peopleImport(id);
