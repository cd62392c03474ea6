import type { Tx } from '#api/platform/db/database.ts';
import type { ExistingProduct } from './existing.ts';
import type { RowKey } from './import-writes.ts';
import type { ProductDraft } from './product-draft.ts';
import type { References } from './references.queries.ts';
import type { ImportSummary, ReportEntry } from './report.rules.ts';

/** What products of a file are compared with, besides the catalogue. */
export interface ImportBatch {
  /** The client whose file it is; null: the file describes the catalogue. */
  organisationId: number | null;
  isMadeForClient: boolean;
  /** Whether the client pays in another currency than that of the catalogue. */
  hasOtherCurrency: boolean;
  references: References;
  /** The highest display order in the client's range. */
  lastOrder: number;
  summary: ImportSummary;
  /** The handles in the file of the products that were found in the catalogue, by their ids. */
  targets: Map<number, string>;
  /** SKUs in lower case of the GTINs in the file. */
  gtins: Map<string, string>;
  /** What an operator may do with products of the catalogue, by their ids. Without it, an import may do everything. */
  findAccess?(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, ProductAccess>>;
}

/** What an operator may do with a product. */
export interface ProductAccess {
  /** False where only organisations of other brands buy it. */
  isVisible: boolean;
  /** Whether organisations of other brands buy it too. */
  isShared: boolean;
}

/** A product of a file. */
export interface FileProduct {
  draft: ProductDraft | undefined;
  entries: readonly ReportEntry[];
  wasIgnored: boolean;
  /** Order in the file, from 0. */
  position: number;
}

/** What an import makes of a product of a file. */
export interface PlannedProduct {
  position: number;
  outcome: 'created' | 'changed' | 'unchanged' | 'refused' | 'ignored';
  /** Holds the id of the product of the catalogue, once it has one. */
  key: RowKey | undefined;
  /** The product as it is in the catalogue; undefined for a new one. */
  before: ExistingProduct | undefined;
  entries: ReportEntry[];
}
