import { parse } from 'csv-parse/sync';
import { type CsvFile, openCsv, readRecords } from '../shopify/csv-file.ts';
import { readLineAt } from '../shopify/text-file.ts';

/** What the columns of a file mean: the column, by its heading, or the value of every row, of a field. */
export interface ColumnMapping {
  columns: Record<string, string>;
  constants: Record<string, string>;
}

export type ProductFileFormat = 'shopify' | 'livery' | 'mapped';

/** Opens a product file. Throws UnreadableFile. */
export const openProductFile = (path: string, _mapping?: ColumnMapping): Promise<CsvFile> => openCsv(path);

/** Reads the names and some values of the columns of a file. Throws UnreadableFile. */
export async function inspectProductFile(path: string): Promise<{
  format: ProductFileFormat;
  mapping: ColumnMapping;
  columns: { name: string; samples: string[] }[];
}> {
  const file = await openCsv(path);
  const { text } = await readLineAt(file, 0);
  const [names = []] = parse(text, { delimiter: file.delimiter, relax_quotes: true, bom: true }) as string[][];
  const rows: string[][] = [];
  for await (const record of readRecords(file)) {
    if ('cells' in record) rows.push(record.cells);
    if (rows.length === 20) break;
  }
  const columns = names.map((name, index) => ({
    name,
    samples: [...new Set(rows.map((row) => row[index]?.trim() ?? '').filter(Boolean))].slice(0, 3),
  }));
  return { format: 'shopify', mapping: { columns: {}, constants: {} }, columns };
}
