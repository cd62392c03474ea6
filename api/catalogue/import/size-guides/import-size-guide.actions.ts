import { isDeepStrictEqual } from 'node:util';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { prepareChart } from '#body/garment-chart.ts';
import { buildGarmentChart } from '../../size-guides/reading/charts.rules.ts';
import { type Guide, type GuideNote, readGuide, type Wearers } from '../../size-guides/reading/guide.rules.ts';
import { refreshImportedListing } from '../listing.queries.ts';
import { findOrganisation } from '../shopify/existing.queries.ts';
import { lockCatalogueImport } from '../shopify/import.queries.ts';
import { readGuideFile } from './guide-file.ts';
import type { ProductSelector } from './product-selector.rules.ts';
import {
  findImportedGuide,
  findMatchingProducts,
  linkProducts,
  type MatchedProduct,
  recordSizeGuideImport,
  writeGuide,
} from './size-guide.queries.ts';

export interface GuideImportOptions {
  file: string;
  organisationId: number;
  /** Identifies the guide: another import under the same name replaces it. */
  name: string;
  wearers: Wearers;
  products: ProductSelector;
  /** Roll back at the end. */
  dryRun: boolean;
}

/** The result for one product. */
export interface GuideProduct {
  name: string;
  sku: string | null;
  outcome: 'linked' | 'unchanged' | 'left';
  /** Name of the guide it had before; null if none or the same. */
  before: string | null;
  /** Number of its sizes that size advice covers. */
  advised: number;
  /** Names of the sizes that size advice does not cover. */
  unknown: string[];
}

export interface GuideImportResult {
  organisation: string;
  outcome: 'created' | 'changed' | 'unchanged';
  guide: Guide;
  notes: GuideNote[];
  products: GuideProduct[];
  isCommitted: boolean;
}

/** Thrown to roll back the transaction. */
class Rollback extends Error {}

/**
 * Imports a manufacturer's size guide, and the chart that size advice reads from it, for an organisation's products in
 * one transaction. Importing the same file again changes nothing; another file under the same name replaces the guide.
 * Products that other organisations also buy are not linked.
 *
 * @throws UnreadableFile if the file is not a size guide, Error if the organisation does not exist
 */
export async function importSizeGuide(db: Db, options: GuideImportOptions): Promise<GuideImportResult> {
  const { header, rows } = await readGuideFile(options.file);
  const { guide, notes } = readGuide(header, rows, options.wearers);
  let result: GuideImportResult | undefined;
  try {
    await db.transaction().execute(async (tx) => {
      result = await write(tx, options, guide, notes);
      if (options.dryRun) throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  return { ...(result as GuideImportResult), isCommitted: !options.dryRun };
}

async function write(tx: Tx, options: GuideImportOptions, guide: Guide, notes: GuideNote[]): Promise<GuideImportResult> {
  const { organisationId, name } = options;
  const organisation = await findOrganisation(tx, organisationId);
  if (!organisation) throw new Error(`There is no organisation ${organisationId} in this database.`);
  await lockCatalogueImport(tx);
  const before = await findImportedGuide(tx, organisationId, name);
  const isSame = before !== undefined && isDeepStrictEqual({ ...guide, id: before.id }, before);
  const id = isSame ? before.id : await writeGuide(tx, organisationId, name, guide, before?.id);
  const matching = await findMatchingProducts(tx, organisationId, options.products);
  const linked = matching.filter((product) => !product.is_shared && product.size_guide_id !== id);
  if (linked.length > 0) {
    const ids = linked.map((product) => product.id);
    await linkProducts(tx, id, ids);
    await refreshImportedListing(tx, ids);
  }
  const outcome = isSame ? 'unchanged' : before ? 'changed' : 'created';
  if (!isSame || linked.length > 0)
    await recordSizeGuideImport(tx, organisationId, name, { guide: outcome, products: linked.length });
  return {
    organisation: organisation.name,
    outcome,
    guide,
    notes,
    products: matching.map((product) => ({
      name: product.name,
      sku: product.sku,
      outcome: product.is_shared ? 'left' : linked.includes(product) ? 'linked' : 'unchanged',
      before: product.size_guide_id === id ? null : product.guide_name,
      ...knownSizes(guide, product),
    })),
    isCommitted: true,
  };
}

function knownSizes(guide: Guide, { garment_type, sizes, lengths }: MatchedProduct): { advised: number; unknown: string[] } {
  const chart = buildGarmentChart(guide, garment_type, { sizes, lengths });
  const known = prepareChart(chart) ? new Set(chart.sizes.map(({ id }) => Number(id))) : new Set<number>();
  return { advised: known.size, unknown: sizes.filter(({ id }) => !known.has(id)).map(({ name }) => name) };
}
