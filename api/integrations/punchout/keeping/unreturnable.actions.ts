import type { Db } from '#api/platform/db/database.ts';
import { formatDatedFileName, type WorkbookFile } from '#api/platform/workbook/workbook.ts';
import { findLimits } from '../carts/limits.rules.ts';
import type { Connection } from '../connections/connection.queries.ts';
import { listCategoryTree, listListedProducts } from './unreturnable.queries.ts';
import { createCategoryLookup, listRefused, listShortened, type Unreturnable } from './unreturnable.rules.ts';

/** Products of an organisation, and how the categories above them are found. */
async function readProducts(db: Db, connection: Connection, searchTerm: string | undefined) {
  const maxNumberLength = findLimits(connection).partNumber.most;
  const products = await listListedProducts(db, connection.organisationId, { searchTerm, maxNumberLength });
  return { products, lookUp: createCategoryLookup(await listCategoryTree(db)) };
}

/** A page of what a connection could not return, or of what it returns with shortened texts. */
export async function readUnreturnable(
  db: Db,
  connection: Connection,
  { searchTerm, kind }: { searchTerm: string | undefined; kind: 'refused' | 'shortened' },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ items: Unreturnable[]; totalCount: number; checkedCount: number }> {
  const { products, lookUp } = await readProducts(db, connection, searchTerm);
  const all = (kind === 'refused' ? listRefused : listShortened)(products, lookUp, connection);
  return { items: all.slice(offset, offset + limit), totalCount: all.length, checkedCount: products.length };
}

const columns = [
  { header: 'Product', width: 40, value: ({ name }: Unreturnable) => name },
  { header: 'Part numbers', width: 40, value: ({ skus }: Unreturnable) => skus.join(', ') },
  { header: 'Number of part numbers', width: 22, value: ({ skuCount }: Unreturnable) => skuCount },
  { header: 'Reason', width: 90, value: ({ reason }: Unreturnable) => reason },
];

/** The same as a workbook, with a sheet of what cannot be returned and one of what is shortened. */
export async function exportUnreturnable(db: Db, connection: Connection, searchTerm: string | undefined): Promise<WorkbookFile> {
  const { products, lookUp } = await readProducts(db, connection, searchTerm);
  return {
    name: formatDatedFileName(`punchout-${connection.key}`),
    sheets: [
      { name: 'Not returnable', columns, rows: listRefused(products, lookUp, connection) },
      { name: 'Shortened', columns, rows: listShortened(products, lookUp, connection) },
    ],
  };
}
