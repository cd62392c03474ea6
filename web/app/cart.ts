import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from './api.ts';

export type Cart = ReplyOf<'GET /api/shopping_cart_items'>;

/** The whole cart, under one query key for all components that show or change it. */
export const cartQuery = { ...apiQuery('GET /api/shopping_cart_items'), staleTime: 30_000 };

/** Replaces the cached cart with one that a call returned; the count in the header follows. */
export const cacheCart = (client: QueryClient, cart: Cart) => client.setQueryData(cartQuery.queryKey, cart);

/** Number of lines in the cart; undefined until known. */
export const useCartCount = () => useQuery({ ...cartQuery, select: (cart) => cart.items.length }).data;
