import { memo } from 'react';
import { type Amount, Amounts } from '#web/ui/content/amounts.tsx';
import { formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { sumDesignPrices } from './design-prices.ts';
import type { GarmentDesign } from './design-types.ts';

interface Props {
  designs: readonly GarmentDesign[];
  pieces: number;
  currencyCode: string;
}

/** What designs cost on so many pieces; nothing for people who see no prices. Memoised, since a preview follows typing beside it. */
export const DesignPriceBox = memo(function DesignPriceBox({ designs, pieces, currencyCode }: Props) {
  const prices = sumDesignPrices(designs, pieces);
  if (!prices) return null;
  const money = (amount: number) => formatMoney(amount, currencyCode);
  const rows: Amount[] = [
    ...prices.rows.map(({ method, places, amount }) => ({
      label: `${formatNumber(pieces)} × ${method.toLowerCase()}${places > 1 ? `, ${plural(places, 'position')}` : ''}`,
      value: money(amount),
    })),
    ...(prices.setup > 0 ? [{ label: 'Set-up, once per order', value: money(prices.setup) }] : []),
    { label: 'Personalisation excl. tax', value: money(prices.total), strong: true },
  ];
  return (
    <Card aria-label="Price">
      <Amounts rows={rows} />
    </Card>
  );
});
