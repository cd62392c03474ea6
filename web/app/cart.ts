import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from './api.ts';

export type Cart = ReplyOf<'GET /api/shopping_cart_items'>;

/** The whole cart, under one key for everybody who shows or changes it. */
export const cartQuery = { ...apiQuery('GET /api/shopping_cart_items'), staleTime: 30_000 };

/** Puts the cart that a call answered in place of the known one; the count in the header follows. */
export const cacheCart = (client: QueryClient, cart: Cart) => client.setQueryData(cartQuery.queryKey, cart);

/** Number of lines in the cart; undefined until known. */
export const useCartCount = () => useQuery({ ...cartQuery, select: (cart) => cart.items.length }).data;
