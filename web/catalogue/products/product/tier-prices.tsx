import { formatMoney } from '#web/ui/format/format.ts';
import type { TierPrice } from '../catalogue-types.ts';
import { listPriceBands } from '../price.ts';
import css from './tier-prices.module.css';

interface Props {
  price: number;
  tiers: readonly TierPrice[];
  /** The minimum quantity that can be ordered. */
  minQuantity: number;
  currencyCode: string;
  taxWords: string;
}

/** The unit prices for larger quantities of one size, folded away until they are opened. */
export function TierPrices({ price, tiers, minQuantity, currencyCode, taxWords }: Props) {
  if (tiers.length === 0) return null;
  const bands = listPriceBands(price, tiers, minQuantity);
  return (
    <details className={css.discounts}>
      <summary>Quantity discounts (per size, {taxWords})</summary>
      <table className={css.table}>
        <thead>
          <tr>
            {bands.map(({ quantities }) => (
              <th key={quantities} scope="col">
                {quantities}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {bands.map((band) => (
              <td key={band.quantities}>{formatMoney(band.price, currencyCode)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </details>
  );
}
