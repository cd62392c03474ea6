import { useQuery } from '@tanstack/react-query';
import type { SheetCell } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { containsSearchWords } from '#contract/platform/search-words.ts';
import { canSearch, MAX_QUERY_LENGTH, useSearch } from '#web/app/search/use-search.ts';
import { type AttributeSelection, listValueStates } from '#web/catalogue/products/choosing/attribute-selection.ts';
import { productQuery } from '#web/catalogue/products/product/product-query.ts';
import { describeItem, describeItemStock } from '#web/catalogue/quick-order/item-labels.ts';
import { type FoundItem, useLookup } from '#web/catalogue/quick-order/use-lookup.ts';
import { groupBy } from '#web/ui/format/group-by.ts';
import { findCellMessage } from './row-result.ts';
import type { RowResult } from './sheet-checker.ts';
import type { SheetRow } from './sheet-rows.ts';

/** Something that can be put into a cell. */
export interface CellOption {
  key: string;
  text: string;
  /** Tells it from others of the same text. */
  detail: string;
  /** What is put into the cell, where that is not the text. */
  value?: string;
  /** The person, of a wearer. */
  customerId?: number;
}

/** Where something is to be put. */
export interface AskedCell {
  row: SheetRow;
  cell: SheetCell;
  result: RowResult | undefined;
  /** What is being typed; undefined while nothing is. */
  typed: string | undefined;
  /** Whether what can be chosen is to be shown, also without anything typed. */
  isAsked: boolean;
}

const MAX_OPTIONS = 8;
const NO_TEXT = '';

const joinDetails = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** The people whose name, email address or employee number is being typed; otherwise those who could be meant. */
export function useWearerOptions({ row, result, typed }: AskedCell): CellOption[] {
  const { results } = useSearch(typed !== undefined && canSearch(typed) ? typed.slice(0, MAX_QUERY_LENGTH) : NO_TEXT);
  if (typed !== undefined)
    return (results?.people?.results ?? [])
      .filter(({ active }) => active)
      .slice(0, MAX_OPTIONS)
      .map(({ id, firstName, lastName, email, employeeNumber, destination }) => ({
        key: `person-${id}`,
        text: `${firstName} ${lastName}`,
        detail: joinDetails(employeeNumber, destination, email),
        customerId: id,
      }));
  if (!result || !findCellMessage(row, result, 'wearer')) return [];
  return result.checked.candidates.map(({ id, name, employeeNumber, groupName }) => ({
    key: `person-${id}`,
    text: name,
    detail: joinDetails(employeeNumber, groupName),
    customerId: id,
  }));
}

/** The garments that a text finds: products, and of a single one its combinations too. While nothing is typed, what the server offers. */
export function useGarmentOptions({ row, result, typed }: AskedCell): CellOption[] {
  const { items } = useLookup(typed ?? NO_TEXT);
  return typed === undefined ? listChoices(row, result, 'garment') : listGarments(items).slice(0, MAX_OPTIONS);
}

function listGarments(items: readonly FoundItem[]): CellOption[] {
  const products = [...groupBy(items, ({ productId }) => productId).values()];
  const combinations = items.map(
    (item): CellOption => ({
      key: `combination-${item.combinationId}`,
      text: describeItem(item),
      detail: joinDetails(item.sku, describeItemStock(item)),
      ...(item.sku && { value: item.sku }),
    }),
  );
  if (items.some(({ isExact }) => isExact)) return combinations;
  const named = products.map(([first]) => ({
    key: `product-${first?.productId}`,
    text: first?.name ?? NO_TEXT,
    detail: first?.attributeDescription ? 'Any colour and size' : joinDetails(first?.sku),
  }));
  const hasChoices = items.some(({ attributeDescription }) => attributeDescription);
  return products.length === 1 && hasChoices ? [...named, ...combinations.filter(({ value }) => value !== undefined)] : named;
}

/** The colours, sizes or fits that the garment of a row has beside what the other cells say; without a garment, what the server offers. */
export function useValueOptions({ row, cell, result, typed, isAsked }: AskedCell): CellOption[] {
  const productId = result?.row.garment === row.garment ? (result.checked.productId ?? 0) : 0;
  const { data } = useQuery({ ...productQuery(productId), enabled: isAsked && productId > 0, retry: false });
  const product = isAsked ? data?.products[0] : undefined;
  const matches = ({ text }: CellOption) => containsSearchWords(text, typed ?? NO_TEXT);
  const attribute = product?.attributes.find(({ role }) => role === cell);
  if (!product || !attribute) return listChoices(row, result, cell).filter(matches);
  const selection: Record<number, number> = {};
  for (const { id, role, attributeValues } of product.attributes) {
    const named = role === 'colour' || role === 'size' || role === 'fit' ? row[role].trim().toLowerCase() : NO_TEXT;
    const value = attributeValues.find((one) => one.name.toLowerCase() === named);
    if (value) selection[id] = value.id;
  }
  return listValueStates(attribute, product.productAttributeCombinations, selection satisfies AttributeSelection)
    .filter(({ disabled, note }) => !disabled || note !== 'Not made')
    .map(({ value, note }) => ({ key: `value-${value.id}`, text: value.name, detail: note }))
    .filter(matches);
}

/** What can be put into a cell, whichever it is. */
export function useCellOptions(asked: AskedCell): readonly CellOption[] {
  const idle = { ...asked, typed: undefined, isAsked: false };
  const isOf = (...cells: SheetCell[]) => cells.includes(asked.cell);
  const wearers = useWearerOptions(isOf('wearer') ? asked : idle);
  const garments = useGarmentOptions(isOf('garment') ? asked : idle);
  const values = useValueOptions(isOf('colour', 'size', 'fit') ? asked : idle);
  return isOf('wearer') ? wearers : isOf('garment') ? garments : values;
}

/** What the server offers instead of the text of a cell. */
export const listChoices = (row: SheetRow, result: RowResult | undefined, cell: SheetCell): CellOption[] =>
  (findCellMessage(row, result, cell)?.choices ?? []).map((choice) => ({ key: choice, text: choice, detail: NO_TEXT }));
