import { formatMoney } from '#web/ui/format/format.ts';
import type { Combination, OrderableGarment } from '../catalogue-types.ts';
import { getMinQuantity, listPriceBands } from '../price.ts';
import css from './tier-prices.module.css';

interface Props {
  garment: OrderableGarment;
  /** The selected combination; the price of the garment holds until there is one. */
  combination: Combination | undefined;
  currencyCode: string;
  taxWords: string;
}

/** The unit prices for larger quantities of one size, folded away until they are opened. Nothing for a garment without them, and for people who see no prices. */
export function GarmentTiers({ garment, combination, currencyCode, taxWords }: Props) {
  const price = combination?.price ?? garment.price ?? garment.priceFrom;
  if (garment.tierPrices.length === 0 || price === null) return null;
  const bands = listPriceBands(price, garment.tierPrices, getMinQuantity(garment.limits));
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
