import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import type { Trip } from '#web/app/trip/trip.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';

/** Names the lines of the buyer's cart that are not in this one. Renders nothing where there are none. */
export function MissingItems({ trip: { isReadOnly } }: { trip: Trip }) {
  const { data } = useQuery({ ...apiQuery('GET /api/punchout/trip'), staleTime: Number.POSITIVE_INFINITY });
  const missing = data?.missingItems ?? [];
  if (missing.length === 0) return null;
  return (
    <Notice tone="warning" role="status">
      <strong>
        {plural(missing.length, 'item')} of your cart {missing.length === 1 ? 'is' : 'are'} not available any more
      </strong>
      <ul>
        {missing.map(({ partId, quantity }, index) => (
          // Two lines of one garment are named twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            {partId ?? 'An item without a number'}
            {quantity !== null && `, quantity ${formatNumber(quantity)}`}
          </li>
        ))}
      </ul>
      {isReadOnly
        ? 'To replace them, edit the cart from your purchasing system.'
        : 'Returning this cart removes them. Choose other garments in their place if you need to.'}
    </Notice>
  );
}
