import type { QueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { cacheCart } from '#web/app/cart.ts';
import { formatNumber } from '#web/ui/format/format.ts';

/** The maximum number of items in one call. */
const BATCH_SIZE = 200;

/** Some of what was to be added was added, the rest was refused. `added` holds the former, `cause` the reason. */
export class PartialAddError<Addition = unknown> extends Error {
  override name = 'PartialAddError';
  readonly added: readonly Addition[];
  override readonly cause: unknown;

  constructor({ added, total, pieces }: { added: readonly Addition[]; total: number; pieces: string }, cause: unknown) {
    super(
      `${formatNumber(added.length)} of ${formatNumber(total)} lines were added to your cart: ${pieces}. The rest were not: ${messageOf(cause)}`,
    );
    this.added = added;
    this.cause = cause;
  }
}

type Item = BodyOf<'POST /api/shopping_cart_items/multiple'>['items'][number];

/**
 * Adds as much to the cart as is given, in as many calls as that takes. Throws what the first of them throws, and `PartialAddError` where a later one is
 * refused; `describe` says in words what was added until then.
 */
export async function addItems<Addition>(
  client: QueryClient,
  additions: readonly Addition[],
  toItem: (addition: Addition) => Item,
  describe: (added: readonly Addition[]) => string,
): Promise<void> {
  for (let from = 0; from < additions.length; from += BATCH_SIZE) {
    const items = additions.slice(from, from + BATCH_SIZE).map(toItem);
    try {
      cacheCart(client, await api('POST /api/shopping_cart_items/multiple', { body: { items } }));
    } catch (error) {
      if (from === 0) throw error;
      const added = additions.slice(0, from);
      throw new PartialAddError({ added, total: additions.length, pieces: describe(added) }, error);
    }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The server's errors by index of the addition: `items[3]` and `items[3].quantity` of the first call belong to 3. */
export function getItemErrors(error: unknown): Map<number, string> {
  const cause = error instanceof PartialAddError ? error.cause : error;
  const found = new Map<number, string>();
  if (!(cause instanceof ApiError)) return found;
  const offset = error instanceof PartialAddError ? error.added.length : 0;
  for (const [field, messages] of Object.entries(cause.errors)) {
    const index = /^items\[(\d+)\]/.exec(field)?.[1];
    if (index !== undefined) found.set(Number(index) + offset, messages.join(' '));
  }
  return found;
}
