import type { Actor } from '#api/platform/http/scope.ts';

/** A line of an order, as far as it decides who is mailed about it. */
export interface WornLine {
  /** The wearer; null when it is not for one person. */
  wearerId: number | null;
}

/** Who gets a mail about an order. */
export interface OrderMailRecipient extends Actor {
  /** They only wear lines of the order: they are told of no amounts, numbers or remarks that are about all of it. */
  isWearer: boolean;
  /** The lines that concern them: all of them, or of someone else's order those that they wear. */
  select: <Line extends WornLine>(lines: readonly Line[]) => Line[];
}
