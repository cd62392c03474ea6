import { Text } from '@mantine/core';
import { formatMoney } from '#web/ui/format/format.ts';
import { usePriceTerms } from '../purchase-labels.ts';
import type { ServerPrice } from './server-totals.ts';

/** What pieces cost with all that is put on them: "£62.40 excl. tax, £12.00 of it for set-up, once per order". Nothing while it is not known. */
export function OrderPrice({ price, setUp }: Pick<ServerPrice, 'price' | 'setUp'>) {
  const { currencyCode, taxWords } = usePriceTerms();
  if (price === null) return null;
  return (
    <>
      <strong>{formatMoney(price, currencyCode)}</strong>{' '}
      <Text span size="sm" c="dimmed">
        {taxWords}
        {setUp > 0 && `, ${formatMoney(setUp, currencyCode)} of it for set-up, once per order`}
      </Text>
    </>
  );
}
