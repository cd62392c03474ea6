import { invalid, notFound } from '#api/platform/http/errors.ts';
import { LIST_NAMES } from '#contract/identity/list-settings/list-settings.ts';

/** The name of a list in the case of the contract. Throws 404 for any other name. */
export function readListName(requested: string): string {
  const name = LIST_NAMES.find((list) => list === requested.toLowerCase());
  if (!name) throw notFound('list');
  return name;
}

/** Throws 422 for columns of which one is named twice. */
export function checkColumns(columns: readonly string[] | null | undefined): void {
  if (columns && new Set(columns).size < columns.length) throw invalid('columns', 'Name each column only once.');
}
