import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { plural } from '#web/ui/format/format.ts';
import { invalidateOperatorCalls, operatorQuery } from '../session/operator-api.ts';

/** A product of the catalogue, as its page has it. */
export type RangedProduct = ReplyOf<'GET /api/operator/products/:id'>['product'];
/** A client that has a product in its range. */
export type RangeClient = ReplyOf<'GET /api/operator/products/:id/clients'>['clients'][number];
/** What was added to ranges, or would be. */
export type RangeAddition = ReplyOf<'POST /api/operator/products/:id/clients'>['addition'];

/** The clients that have a product in their range. */
export const rangeClientsQuery = (productId: number) =>
  operatorQuery('GET /api/operator/products/:id/clients', { params: { id: productId } });

/** Loads again what shows ranges of clients; call it after one has changed. */
export function useRefreshRanges(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    invalidateOperatorCalls(
      client,
      'GET /api/operator/products/:id/clients',
      'GET /api/operator/products/:id',
      'GET /api/operator/products/:id/history',
      'GET /api/operator/products',
      'GET /api/operator/organisations/:id/prices',
      'GET /api/operator/organisations/:id/range/available',
    );
}

/** What a client calls a product, where that differs from the catalogue: "Crew fleece · HAL-77". */
export const describeOwnNames = ({ ownName, organisationSku }: Pick<RangeClient, 'ownName' | 'organisationSku'>): string =>
  [ownName, organisationSku].filter(Boolean).join(' · ');

/** Names of areas and roles that are shown before the others are counted. */
const MAX_LIMITS = 3;

/** Whose people alone see a product of a range: "Only for Front of house; Engineers". Names can have commas of their own. */
export function describeLimits(limitedTo: readonly string[]): string {
  const more = limitedTo.length - MAX_LIMITS;
  return `Only for ${limitedTo.slice(0, MAX_LIMITS).join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What taking a product out of the range of a client means, in sentences. */
export function describeRemoval({
  organisationName,
  wardrobes,
  carts,
  openOrders,
}: Pick<RangeClient, 'organisationName' | 'wardrobes' | 'carts' | 'openOrders'>): string[] {
  return [
    `People of ${organisationName} can no longer see or order it.`,
    ...(wardrobes > 0
      ? [`It is removed from ${plural(wardrobes, 'wardrobe')}, and wearers lose their remaining entitlement to it there.`]
      : []),
    ...(carts > 0 ? [`It is in ${plural(carts, 'cart')}, which can’t be ordered with it.`] : []),
    ...(openOrders > 0 ? [`${plural(openOrders, 'open order')} with it ${openOrders === 1 ? 'is' : 'are'} still sent.`] : []),
    'Its own name, SKU and access are lost. Your prices return if you add it again.',
  ];
}

/** What was added, in one sentence. */
export const describeAddition = ({ added, present, refusals }: RangeAddition, noun: string): string =>
  [
    added > 0 && `${plural(added, noun)} added`,
    present > 0 && `${plural(present, noun)} already there`,
    ...refusals.map(({ reason, count }) => `${plural(count, noun)} not added: ${reason.replace(/\.$/, '')}`),
  ]
    .filter(Boolean)
    .join('. ')
    .concat('.');
