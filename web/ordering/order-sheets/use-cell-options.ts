import type { SheetCell } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { canSearch, useSearch } from '#web/app/search/use-search.ts';
import { findCellMessage } from './row-result.ts';
import type { RowResult } from './sheet-checker.ts';
import type { SheetRow } from './sheet-rows.ts';
import type { CellEditing } from './sheet-store.ts';

/** Something that can be put into a cell. */
export interface CellOption {
  key: string;
  text: string;
  /** Tells it from others of the same text. */
  detail: string;
  /** The person, of a wearer. */
  customerId?: number;
}

const MOST_OPTIONS = 8;

const joinDetails = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** What can be put into a cell: what the server offers instead of its text, and while typing the people and products that match. */
export function useCellOptions(
  row: SheetRow,
  cell: SheetCell,
  result: RowResult | undefined,
  editing: CellEditing | undefined,
): CellOption[] {
  const isSearched = editing !== undefined && (cell === 'wearer' || cell === 'garment');
  const { results } = useSearch(isSearched && canSearch(editing.text) ? editing.text.slice(0, 100) : '');
  if (isSearched) {
    const found =
      cell === 'wearer'
        ? results?.people?.results
            .filter(({ active }) => active)
            .map(({ id, firstName, lastName, email, employeeNumber, destination }) => ({
              key: `person-${id}`,
              text: `${firstName} ${lastName}`,
              detail: joinDetails(employeeNumber, destination, email),
              customerId: id,
            }))
        : results?.products?.results.map(({ id, name, sku }) => ({ key: `product-${id}`, text: name, detail: sku ?? '' }));
    return (found ?? []).slice(0, MOST_OPTIONS);
  }
  const message = findCellMessage(row, result, cell);
  if (!message || !result) return [];
  if (cell === 'wearer' && result.checked.candidates.length > 0)
    return result.checked.candidates.map(({ id, name, employeeNumber, groupName }) => ({
      key: `person-${id}`,
      text: name,
      detail: joinDetails(employeeNumber, groupName),
      customerId: id,
    }));
  const typed = editing?.text.trim().toLowerCase() ?? '';
  return message.choices
    .filter((choice) => !editing || choice.toLowerCase().includes(typed))
    .map((choice) => ({ key: choice, text: choice, detail: '' }));
}
