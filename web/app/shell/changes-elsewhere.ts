import type { QueryClient } from '@tanstack/react-query';
import { plural } from '#web/ui/format/format.ts';
import { type Cart, cartQuery } from '../cart.ts';
import { profileQuery } from '../session/profile.ts';

/** What has happened to the cart since `before` in another window or on another device, as a sentence; undefined if nothing has. */
export function describeCartChange(before: Cart, after: Cart): string | undefined {
  const quantities = new Map(before.items.map(({ id, quantity }) => [id, quantity]));
  const isSame =
    before.items.length === after.items.length && after.items.every(({ id, quantity }) => quantities.get(id) === quantity);
  if (isSame) return undefined;
  if (after.items.length === 0) return 'Your cart was ordered or emptied in another window.';
  return `Your cart was changed in another window: ${plural(after.totalQuantity, 'piece')} now, ${before.totalQuantity} before.`;
}

/**
 * Loads the cart again when the person comes back to this window. If it was changed elsewhere, everything that is shown is loaded again, since balances,
 * prices and stock depend on it, and the sentence that says so is returned.
 */
export async function loadChangesElsewhere(client: QueryClient): Promise<string | undefined> {
  const before = client.getQueryData<Cart>(cartQuery.queryKey);
  // A change of this window that is not confirmed yet must not be taken for someone else's.
  if (!before || client.isMutating() > 0) return undefined;
  const after = await client.fetchQuery({ ...cartQuery, staleTime: 0, retry: false });
  const sentence = describeCartChange(before, after);
  if (sentence === undefined) return undefined;
  const isAboutSession = (key: unknown) => key === profileQuery.queryKey[0] || key === cartQuery.queryKey[0];
  await client.invalidateQueries({ predicate: ({ queryKey }) => !isAboutSession(queryKey[0]) });
  return sentence;
}
