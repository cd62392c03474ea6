import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { type Cart, cartQuery } from '#web/app/cart.ts';
import { queryClient } from '#web/app/query-client.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { applyPendingQuantities } from '../cart/pending-quantities.ts';
import { useCartChanges } from '../cart/use-cart-changes.ts';
import {
  type Builder,
  type BuilderProduct,
  type BuilderStep,
  getTotals,
  listOwnLines,
  listSteps,
  type Totals,
} from './builder-model.ts';

/** 0 is the wardrobe that the wearer chose last: the server remembers it, so that another device opens the same one. */
const OPENED = { params: { id: 0 } };
export const builderQuery = { ...apiQuery('GET /api/organisation/uniformbuilder/:id', OPENED), staleTime: 30_000 };
export const builderProductsQuery = {
  ...apiQuery('GET /api/productorganisation/uniformBuilderProducts/:id', OPENED),
  staleTime: 5 * 60_000,
};

/** Starts loading what every page of the builder shows. */
export function prefetchBuilder(): void {
  void queryClient.prefetchQuery(builderQuery);
  void queryClient.prefetchQuery(builderProductsQuery);
  void queryClient.prefetchQuery(cartQuery);
}

/** The combinations of a garment, which are loaded when it is opened. */
export const garmentQuery = (id: number) => ({
  ...apiQuery('GET /api/product/getbuynowcombinations', { query: { id, context: 'builder' } }),
  staleTime: 30_000,
});

/** Starts loading the builder and the garment in the URL. */
export function prefetchGarment({ params }: LoaderFunctionArgs): void {
  prefetchBuilder();
  const id = Number(params.product);
  if (Number.isInteger(id) && id > 0) void queryClient.prefetchQuery(garmentQuery(id));
}

/** Everything that the pages of the builder show and change. */
export interface BuilderState {
  builder: Builder;
  products: readonly BuilderProduct[];
  cart: Cart;
  /** Lines of the cart that count in this wardrobe. */
  lines: Cart['items'];
  steps: readonly BuilderStep[];
  totals: Totals;
  remove: ReturnType<typeof useCartChanges>['remove'];
}

/** The builder with the wearer's cart applied to it; `state` is undefined until all of it is loaded. */
export function useBuilder() {
  const profile = useProfile();
  const builder = useQuery(builderQuery);
  const products = useQuery(builderProductsQuery);
  const cart = useQuery(cartQuery);
  const { pendingQuantities, remove } = useCartChanges();
  const queries = [builder, products, cart];
  const wearerId = profile?.id;

  const state = useMemo((): BuilderState | undefined => {
    if (!builder.data || !products.data || !cart.data || wearerId === undefined) return undefined;
    const { uniformBuilder } = builder.data;
    const current = applyPendingQuantities(cart.data, pendingQuantities);
    const lines = listOwnLines(current, uniformBuilder, wearerId);
    const steps = listSteps(uniformBuilder, products.data.products, lines);
    const totals = getTotals(uniformBuilder, products.data.products, lines, steps);
    return { builder: uniformBuilder, products: products.data.products, cart: current, lines, steps, totals, remove };
  }, [builder.data, products.data, cart.data, pendingQuantities, wearerId, remove]);

  return {
    state,
    error: queries.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    reload: () => void Promise.all(queries.map((query) => query.refetch())),
  };
}
