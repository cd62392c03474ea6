import { formatMoney } from '../../ui/format.ts';
import type { TierPrice } from '../catalogue-types.ts';
import { priceBands } from '../price.ts';
import css from './tier-prices.module.css';

interface Props {
  price: number;
  tiers: readonly TierPrice[];
  currencyCode: string;
  taxWords: string;
}

/** What a piece costs in larger quantities of one size. */
export function TierPrices({ price, tiers, currencyCode, taxWords }: Props) {
  if (tiers.length === 0) return null;
  return (
    <table className={css.table}>
      <caption>Price by quantity of one size, {taxWords}</caption>
      <thead>
        <tr>
          {priceBands(price, tiers).map(({ quantities }) => (
            <th key={quantities} scope="col">
              {quantities}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {priceBands(price, tiers).map((band) => (
            <td key={band.quantities}>{formatMoney(band.price, currencyCode)}</td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
