import { type CachedSubject, createResponseCache, type EncodedResponse } from '#api/platform/cache/response-cache.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { ContentEncoding } from '#api/platform/http/compression.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { PriceView } from '../pricing/pricing.rules.ts';
import { getAudience } from '../range/audience.rules.ts';
import type { ProductViewer } from './product.mapper.ts';
import { type CurrentStamp, findProduct, findProductStamp, type ProductFacts, type ProductStamp } from './product.queries.ts';

/** A request about one product, with the function that builds the response on a cache miss. */
export interface ProductCacheRequest {
  productId: number;
  /** Identifies the response among those about one product; contains everything that it depends on besides product and viewer. */
  key: string;
  view: PriceView;
  encoding: ContentEncoding | undefined;
  /** Whether the product must be listed by an open group of the person's own wardrobes. */
  inOwnWardrobes: boolean;
  /** The response's JSON. */
  serialize(product: ProductFacts, viewer: ProductViewer): string;
}

/** Caches responses about products. */
export interface ProductCache {
  /** Undefined when the product is not in the person's range, or must be in their own wardrobes and is not. */
  respond(scope: Scope, request: ProductCacheRequest): Promise<EncodedResponse | undefined>;
}

/** The state of a product that responses were built from. */
interface ProductState {
  stamp: ProductStamp;
  freshUntil: number;
  tierRoleIds: number[];
}
type CachedProduct = CachedSubject<ProductState>;

const MAX_CACHE_BYTES = 40 * 1024 * 1024;
const isSameState = (one: ProductStamp, other: Pick<ProductStamp, 'version' | 'stockVersion'>) =>
  one.version === other.version && one.stockVersion === other.stockVersion;

/**
 * Creates a cache of responses about products. Stock changes with every order, so cached responses have no fixed lifetime:
 * each request reads the product's stamp with one cheap statement, and a cached response is used only if it was built from
 * that exact state. Any number of processes can do so without coordination.
 */
export function createProductCache(db: Db): ProductCache {
  const cache = createResponseCache<ProductState>(MAX_CACHE_BYTES);
  const pending = new Map<string, Promise<ProductFacts | undefined>>();

  const readOnce = (scope: Scope, productId: number, stamp: CurrentStamp): Promise<ProductFacts | undefined> => {
    const key = `${scope.organisationId}:${productId}:${stamp.version}:${stamp.snapshot}:${getAudience(scope).key}`;
    const existing = pending.get(key);
    if (existing) return existing;
    const reading = findProduct(db, scope, productId).finally(() => pending.delete(key));
    pending.set(key, reading);
    return reading;
  };

  /** What is cached for the state in which the product was read, or an empty place for it. */
  const placeFor = (key: string, { stamp, freshUntil, tiers }: ProductFacts): CachedProduct => {
    const cached = cache.find(key);
    if (cached && isSameState(cached.state.stamp, stamp) && cached.state.freshUntil === freshUntil) return cached;
    const tierRoleIds = [...new Set(tiers.flatMap(({ roleId }) => roleId ?? []))].sort((a, b) => a - b);
    return { state: { stamp, freshUntil, tierRoleIds }, responses: new Map() };
  };

  /** What is cached, if it still describes the current state. */
  const ifCurrent = (
    cached: CachedProduct | undefined,
    { version, stockVersion, snapshot, now }: CurrentStamp,
  ): CachedProduct | undefined => {
    if (!cached || now >= cached.state.freshUntil) return undefined;
    if (stockVersion !== null && !isSameState(cached.state.stamp, { version, stockVersion })) return undefined;
    cached.state = { ...cached.state, stamp: { ...cached.state.stamp, snapshot } };
    return cached;
  };

  const responseName = ({ state }: CachedProduct, scope: Scope, { key, view }: ProductCacheRequest) =>
    [
      key,
      view.taxDisplayType,
      view.taxRate,
      JSON.stringify(view.taxRates),
      view.pricesVisible,
      ...state.tierRoleIds.filter((id) => scope.roleIds.includes(id)),
    ].join('|');

  return {
    respond: async (scope, request) => {
      const { productId, inOwnWardrobes } = request;
      const key = `${scope.organisationId}:${productId}`;
      const before = cache.find(key);
      const stamp = await findProductStamp(db, scope, productId, before?.state.stamp.snapshot ?? '', { inOwnWardrobes });
      if (!stamp) return undefined;
      // Without a stock version, the stamp confirms what was cached when its snapshot was sent with the query, even if something else has been stored since.
      const cached = ifCurrent(stamp.stockVersion === null ? before : cache.find(key), stamp);
      const { encoding } = request;
      const known = cached && (await cache.sendCached(key, cached, { name: responseName(cached, scope, request), encoding }));
      if (known) return known;
      const product = await readOnce(scope, productId, stamp);
      if (!product) return undefined;
      const json = request.serialize(product, { view: request.view, roleIds: scope.roleIds });
      const place = placeFor(key, product);
      return cache.sendNew(key, place, { name: responseName(place, scope, request), encoding, json });
    },
  };
}
