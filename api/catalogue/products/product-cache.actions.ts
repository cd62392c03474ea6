import type { Db } from '#api/platform/db/database.ts';
import type { ContentEncoding } from '#api/platform/http/compression.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { TaxView } from '../pricing/pricing.rules.ts';
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

/** What is asked about a product, and how the answer is made when it is not known. */
export interface ProductCacheRequest {
  productId: number;
  /** Tells answers about one product apart; whatever the answer depends on beside product and viewer is in it. */
  key: string;
  view: TaxView;
  encoding: ContentEncoding | undefined;
  /** The answer's JSON. Undefined when the product is not to be shown here. */
  serialize(product: ProductFacts, viewer: ProductViewer): string | undefined;
}

/** Answers questions about one product. */
export interface ProductCache {
  /** Undefined when the product is not in the person's range, or `write` says that it is not to be shown. */
  respond(scope: Scope, question: ProductCacheRequest): Promise<EncodedResponse | undefined>;
}

interface Known {
  stamp: ProductStamp;
  freshUntil: number;
  tierRoleIds: number[];
  answers: Map<string, CachedResponse>;
}

const MAX_CACHE_BYTES = 40 * 1024 * 1024;
/** So many different answers are kept about one product; a client that invents filters must not push out the others. */
const MAX_RESPONSES_PER_PRODUCT = 60;

const isSameState = (one: ProductStamp, other: Pick<ProductStamp, 'version' | 'stockVersion'>) =>
  one.version === other.version && one.stockVersion === other.stockVersion;

/**
 * Stock changes with every order, so no answer about a product is believed for any length of time: each request reads the
 * product's stamp, one cheap statement, and the answer kept in memory is sent only if it was made from that very state.
 * Any number of processes can do so without telling each other.
 */
export function createProductCache(db: Db): ProductCache {
  const remembered = createBoundedCache<Known>(MAX_CACHE_BYTES);
  const beingRead = new Map<string, Promise<ProductFacts | undefined>>();

  const readOnce = (scope: Scope, productId: number, stamp: CurrentStamp): Promise<ProductFacts | undefined> => {
    const key = `${scope.organisationId}:${productId}:${stamp.version}:${stamp.snapshot}:${getAudience(scope).key}`;
    const underWay = beingRead.get(key);
    if (underWay) return underWay;
    const reading = findProduct(db, scope, productId).finally(() => beingRead.delete(key));
    beingRead.set(key, reading);
    return reading;
  };

  /** The answers already made from the state that a product was read in, to which another is added. */
  const stateOf = (key: string, { stamp, freshUntil, tiers }: ProductFacts): Known => {
    const known = remembered.get(key);
    if (known && isSameState(known.stamp, stamp) && known.freshUntil === freshUntil) return known;
    const tierRoleIds = [...new Set(tiers.flatMap(({ roleId }) => roleId ?? []))].sort((a, b) => a - b);
    return { stamp, freshUntil, tierRoleIds, answers: new Map() };
  };

  /** What is known, if it is still so. */
  const stillTrue = (known: Known | undefined, { version, stockVersion, snapshot, now }: CurrentStamp): Known | undefined => {
    if (!known || now >= known.freshUntil) return undefined;
    if (stockVersion !== null && !isSameState(known.stamp, { version, stockVersion })) return undefined;
    known.stamp = { ...known.stamp, snapshot };
    return known;
  };

  const nameOf = (known: Known, scope: Scope, { key, view }: ProductCacheRequest) =>
    [key, view.taxDisplayType, view.taxRate, ...known.tierRoleIds.filter((id) => scope.roleIds.includes(id))].join('|');

  const remember = (key: string, known: Known) => {
    let bytes = 0;
    for (const answer of known.answers.values()) bytes += getResponseBytes(answer);
    remembered.set(key, known, bytes);
  };

  const encoded = (key: string, known: Known, answer: CachedResponse, encoding: ContentEncoding | undefined) =>
    encodeResponse(answer, encoding, () => {
      if (remembered.get(key) === known) remember(key, known);
    });

  return {
    respond: async (scope, question) => {
      const { productId } = question;
      const key = `${scope.organisationId}:${productId}`;
      const before = remembered.get(key);
      const stamp = await findProductStamp(db, scope, productId, before?.stamp.snapshot ?? '');
      if (!stamp) return undefined;
      // Without a stock version the stamp speaks of what was known when it was asked for, whatever came in between.
      const known = stillTrue(stamp.stockVersion === null ? before : remembered.get(key), stamp);
      const answered = known?.answers.get(nameOf(known, scope, question));
      if (known && answered) return encoded(key, known, answered, question.encoding);
      const product = await readOnce(scope, productId, stamp);
      const text = product && question.serialize(product, { view: question.view, roleIds: scope.roleIds });
      if (product === undefined || text === undefined) return undefined;
      const state = stateOf(key, product);
      const answer = createCachedResponse(text);
      if (state.answers.size < MAX_RESPONSES_PER_PRODUCT) {
        state.answers.set(nameOf(state, scope, question), answer);
        remember(key, state);
      }
      return encoded(key, state, answer, question.encoding);
    },
  };
}
