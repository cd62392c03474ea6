import type { Db } from '#api/platform/db/database.ts';
import type { ContentEncoding } from '#api/platform/http/compression.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { PriceView } from '../pricing/pricing.rules.ts';
import { getAudience } from '../range/audience.rules.ts';
import { createBoundedCache } from './bounded-cache.ts';
import {
  type CachedResponse,
  createCachedResponse,
  type EncodedResponse,
  encodeResponse,
  getResponseBytes,
} from './cached-response.ts';
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

interface Entry {
  stamp: ProductStamp;
  freshUntil: number;
  tierRoleIds: number[];
  responses: Map<string, CachedResponse>;
}

const MAX_CACHE_BYTES = 40 * 1024 * 1024;
/** Limits the responses per product, so that a client with arbitrary filters cannot evict those of other products. */
const MAX_RESPONSES_PER_PRODUCT = 60;

const isSameState = (one: ProductStamp, other: Pick<ProductStamp, 'version' | 'stockVersion'>) =>
  one.version === other.version && one.stockVersion === other.stockVersion;

/**
 * Creates a cache of responses about products. Stock changes with every order, so cached responses have no fixed lifetime:
 * each request reads the product's stamp with one cheap statement, and a cached response is used only if it was built from
 * that exact state. Any number of processes can do so without coordination.
 */
export function createProductCache(db: Db): ProductCache {
  const cache = createBoundedCache<Entry>(MAX_CACHE_BYTES);
  const pending = new Map<string, Promise<ProductFacts | undefined>>();

  const readOnce = (scope: Scope, productId: number, stamp: CurrentStamp): Promise<ProductFacts | undefined> => {
    const key = `${scope.organisationId}:${productId}:${stamp.version}:${stamp.snapshot}:${getAudience(scope).key}`;
    const existing = pending.get(key);
    if (existing) return existing;
    const reading = findProduct(db, scope, productId).finally(() => pending.delete(key));
    pending.set(key, reading);
    return reading;
  };

  /** The entry for the state in which the product was read: the cached one if it is the same state, else a new one. */
  const stateOf = (key: string, { stamp, freshUntil, tiers }: ProductFacts): Entry => {
    const entry = cache.get(key);
    if (entry && isSameState(entry.stamp, stamp) && entry.freshUntil === freshUntil) return entry;
    const tierRoleIds = [...new Set(tiers.flatMap(({ roleId }) => roleId ?? []))].sort((a, b) => a - b);
    return { stamp, freshUntil, tierRoleIds, responses: new Map() };
  };

  /** The entry, if it still describes the current state. */
  const ifCurrent = (entry: Entry | undefined, { version, stockVersion, snapshot, now }: CurrentStamp): Entry | undefined => {
    if (!entry || now >= entry.freshUntil) return undefined;
    if (stockVersion !== null && !isSameState(entry.stamp, { version, stockVersion })) return undefined;
    entry.stamp = { ...entry.stamp, snapshot };
    return entry;
  };

  const responseKey = (entry: Entry, scope: Scope, { key, view }: ProductCacheRequest) =>
    [
      key,
      view.taxDisplayType,
      view.taxRate,
      view.pricesVisible,
      ...entry.tierRoleIds.filter((id) => scope.roleIds.includes(id)),
    ].join('|');

  const store = (key: string, entry: Entry) => {
    let bytes = 0;
    for (const response of entry.responses.values()) bytes += getResponseBytes(response);
    cache.set(key, entry, bytes);
  };

  const encoded = (key: string, entry: Entry, response: CachedResponse, encoding: ContentEncoding | undefined) =>
    encodeResponse(response, encoding, () => {
      if (cache.get(key) === entry) store(key, entry);
    });

  return {
    respond: async (scope, request) => {
      const { productId, inOwnWardrobes } = request;
      const key = `${scope.organisationId}:${productId}`;
      const before = cache.get(key);
      const stamp = await findProductStamp(db, scope, productId, before?.stamp.snapshot ?? '', { inOwnWardrobes });
      if (!stamp) return undefined;
      // Without a stock version, the stamp confirms the entry whose snapshot was sent with the query, even if another has been stored since.
      const entry = ifCurrent(stamp.stockVersion === null ? before : cache.get(key), stamp);
      const cached = entry?.responses.get(responseKey(entry, scope, request));
      if (entry && cached) return encoded(key, entry, cached, request.encoding);
      const product = await readOnce(scope, productId, stamp);
      if (!product) return undefined;
      const text = request.serialize(product, { view: request.view, roleIds: scope.roleIds });
      const state = stateOf(key, product);
      const response = createCachedResponse(text);
      if (state.responses.size < MAX_RESPONSES_PER_PRODUCT) {
        state.responses.set(responseKey(state, scope, request), response);
        store(key, state);
      }
      return encoded(key, state, response, request.encoding);
    },
  };
}
