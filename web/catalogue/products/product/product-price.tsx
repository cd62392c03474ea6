import { Text } from '@mantine/core';
import { formatMoney } from '#web/ui/format/format.ts';
import type { Combination, OrderableGarment } from '../catalogue-types.ts';
import { PriceTag } from '../price-tag.tsx';
import { usePriceTerms } from '../purchase-labels.ts';
import css from './product-price.module.css';

interface Props {
  garment: OrderableGarment;
  combination: Combination | undefined;
}

/** The price of the selected combination, or the lowest price, and whether it includes tax. Renders nothing when prices are hidden from the person. */
export const ProductPrice = (props: Props) => <GarmentPrice {...props} {...usePriceTerms()} />;

/** As `ProductPrice`, in this currency. */
export function GarmentPrice({ garment, combination, currencyCode, taxWords }: Props & ReturnType<typeof usePriceTerms>) {
  const price = combination?.price ?? null;
  if (!garment.callForPrice && (price ?? garment.price ?? garment.priceFrom) === null) return null;
  return (
    <div className={css.price}>
      {!garment.callForPrice && price !== null ? (
        <p className={`${css.amount} figures`}>
          {formatMoney(price, currencyCode)}
          {garment.oldPrice !== null && garment.oldPrice > price && <del>{formatMoney(garment.oldPrice, currencyCode)}</del>}
        </p>
      ) : (
        <div className={css.amount}>
          <PriceTag product={garment} currencyCode={currencyCode} />
        </div>
      )}
      {!garment.callForPrice && (
        <Text span size="sm" c="dimmed">
          {taxWords}
        </Text>
      )}
    </div>
  );
}
