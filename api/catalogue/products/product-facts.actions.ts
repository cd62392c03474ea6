import { createBoundedCache } from '#api/platform/cache/bounded-cache.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ListingRows } from './listing.queries.ts';
import { listProductFacts, type ProductFacts } from './product.queries.ts';

/** Reads everything about all products of a list. */
export interface ProductFactsReader {
  /**
   * The products of a list by id, as they were when the list was read, or later. Those that have left the range since are missing,
   * and all are if they have more than `maxCombinations` in all.
   */
  read(
    scope: Scope,
    list: Pick<ListingRows, 'listings' | 'readAt'>,
    options: { maxCombinations: number },
  ): Promise<ReadonlyMap<number, ProductFacts>>;
}

const MAX_CACHE_BYTES = 12 * 1024 * 1024;
/** Approximate sizes in memory. */
const PRODUCT_BYTES = 3000;
const VALUE_BYTES = 300;
const COMBINATION_BYTES = 500;

const bytesOf = ({ attributes, combinations }: ProductFacts) =>
  PRODUCT_BYTES +
  VALUE_BYTES * attributes.reduce((sum, { values }) => sum + values.length, 0) +
  COMBINATION_BYTES * combinations.length;

/**
 * Creates a reader that caches products with the versions that lists have read of them. An order changes the stock of a few
 * products, so that only these are read again. Who sees a product is decided by the list.
 */
export function createProductFactsReader(db: Db): ProductFactsReader {
  const cache = createBoundedCache<ProductFacts>(MAX_CACHE_BYTES);

  return {
    read: async (scope, { listings, readAt }, { maxCombinations }) => {
      const products = new Map<number, ProductFacts>();
      let combinations = 0;
      for (const { id, versions } of listings) {
        const cached = cache.get(`${scope.organisationId}:${id}`);
        if (!cached || readAt >= cached.freshUntil) continue;
        if (cached.stamp.version !== versions.version || cached.stamp.stockVersion !== versions.stockVersion) continue;
        products.set(id, cached);
        combinations += cached.combinations.length;
      }
      const changed = listings.flatMap(({ id }) => (products.has(id) ? [] : [id]));
      if (changed.length === 0) return products;
      const read = await listProductFacts(db, scope, changed, { maxCombinations: maxCombinations - combinations });
      if (read.length === 0) return new Map();
      for (const product of read) {
        cache.set(`${scope.organisationId}:${product.id}`, product, bytesOf(product));
        products.set(product.id, product);
      }
      return products;
    },
  };
}
