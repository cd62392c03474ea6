import { createBoundedCache } from '#api/platform/cache/bounded-cache.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { listProductChoices, type ProductChoices } from './product.queries.ts';

/** Products by id; those that are not, or no longer, in the range are missing. */
export type ProductChoicesById = ReadonlyMap<number, ProductChoices>;

/** Reads products with what can be chosen about them, for whole wardrobes at a time. */
export interface ProductChoicesReader {
  /** As `listProductChoices`. `version` is the current one of the organisation's range. */
  read(
    scope: Scope,
    productIds: readonly number[],
    options: { version: number; ignoringRoles: boolean },
  ): Promise<ProductChoicesById>;
}

const MAX_CACHE_BYTES = 12 * 1024 * 1024;
/** Approximate sizes in memory. */
const PRODUCT_BYTES = 2000;
const VALUE_BYTES = 250;

const countValues = ({ attributes }: ProductChoices) => attributes.reduce((sum, { values }) => sum + values.length, 0);

/**
 * Creates a reader that caches what it reads with the version of the range, which every change increments. People with the same wardrobe and
 * roles share one entry.
 */
export function createProductChoicesReader(db: Db): ProductChoicesReader {
  const cache = createBoundedCache<{ version: number; products: ProductChoicesById }>(MAX_CACHE_BYTES);

  return {
    read: async (scope, productIds, { version, ignoringRoles }) => {
      const key = JSON.stringify([scope.organisationId, ignoringRoles || scope.roleIds, productIds]);
      const cached = cache.get(key);
      if (cached?.version === version) return cached.products;
      const products = await listProductChoices(db, scope, productIds, { ignoringRoles });
      const bytes = [...products.values()].reduce((sum, product) => sum + PRODUCT_BYTES + VALUE_BYTES * countValues(product), 0);
      // Read after the version: what is stored is at least as new, and a newer version is asked for by its own number.
      cache.set(key, { version, products }, bytes);
      return products;
    },
  };
}
