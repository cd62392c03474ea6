/** A size that someone has kept, and what they have said about how it fits. */
interface WornSize<Id> {
  sizeId: Id;
  fit: 'tooSmall' | 'right' | 'tooBig' | null;
}

/** Whether a kept size is proposed as it is, or which other size is put beside it, and why. */
type KeptSizeVerdict<Id> = { kind: 'propose' } | { kind: 'ask'; because: 'fit' | 'measurements'; otherId: Id | undefined };

/** Of kept and advised sizes, how many steps apart are no reason to ask. */
const NEAR = 1;

/**
 * What to do with a kept size. It leads over the size that was advised from measurements, unless they are more than one size apart or the person has said that
 * it does not fit: then neither is chosen for them. `order` is of all sizes, the smallest first.
 */
export function weighKeptSize<Id>(
  order: readonly Id[],
  { sizeId, fit }: WornSize<Id>,
  advisedId: Id | undefined,
): KeptSizeVerdict<Id> {
  const kept = order.indexOf(sizeId);
  const advised = advisedId === undefined ? -1 : order.indexOf(advisedId);
  if (fit === 'tooSmall' || fit === 'tooBig') {
    const step = fit === 'tooSmall' ? 1 : -1;
    // The advice counts where it goes the way of what was said.
    const other = advised >= 0 && (advised - kept) * step > 0 ? advised : kept + step;
    return { kind: 'ask', because: 'fit', otherId: order[other] };
  }
  if (advised >= 0 && kept >= 0 && Math.abs(advised - kept) > NEAR)
    return { kind: 'ask', because: 'measurements', otherId: advisedId };
  return { kind: 'propose' };
}
