import { foldCase } from '#api/platform/fold-case.ts';
import type { CatalogueRow } from '../files/columns.rules.ts';
import { truncate } from '../files/truncate.rules.ts';

/** The lines of a file that have a SKU, by the SKU as the catalogue compares it. */
export type SkuLines = Map<string, number[]>;

const MAX_SKU_LENGTH = 100;
/** Lines that a message names. */
const MAX_NAMED = 3;

/** The SKU that a row states, as it is stored; empty where there is none. */
export const getFileSku = ({ cells }: Pick<CatalogueRow, 'cells'>): string => truncate(cells.sku ?? '', MAX_SKU_LENGTH);

/** Adds a row to the lines of its SKU. */
export function addSkuLine(skuLines: SkuLines, row: Pick<CatalogueRow, 'line' | 'cells'>): void {
  const sku = getFileSku(row);
  if (sku === '') return;
  const key = foldCase(sku);
  const lines = skuLines.get(key);
  if (lines) lines.push(row.line);
  else skuLines.set(key, [row.line]);
}

/** Why a row is refused whose SKU is in the file more than once: which of the rows is right cannot be known. Undefined for a row whose SKU is its own. */
export function refuseRepeatedSku(row: Pick<CatalogueRow, 'line' | 'cells'>, skuLines: SkuLines): string | undefined {
  const sku = getFileSku(row);
  const others = sku === '' ? [] : (skuLines.get(foldCase(sku)) ?? []).filter((line) => line !== row.line);
  if (others.length === 0) return undefined;
  const named = others.slice(0, MAX_NAMED).join(', ');
  const more = others.length - MAX_NAMED;
  return `the SKU ${sku} is also on ${others.length === 1 ? 'line' : 'lines'} ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A generated SKU, with a number where another row of the file has it. Adds it to the SKUs of the file. */
export function takeGeneratedSku(preferred: string, line: number, skuLines: SkuLines): string {
  let sku = preferred;
  for (let number = 2; (skuLines.get(foldCase(sku))?.[0] ?? line) !== line; number++) sku = `${preferred}-${number}`;
  skuLines.set(foldCase(sku), [line]);
  return sku;
}
