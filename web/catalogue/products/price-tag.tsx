import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import type { OrderableGarment } from './catalogue-types.ts';
import { formatProductPrice } from './price.ts';
import css from './price-tag.module.css';

interface Props {
  product: Pick<OrderableGarment, 'callForPrice' | 'price' | 'priceFrom' | 'oldPrice'>;
  currencyCode: string;
}

/** The price of a product before anything is chosen, with the previous price if it was reduced. */
export function PriceTag({ product, currencyCode }: Props) {
  const { oldPrice, price, callForPrice } = product;
  const isReduced = !callForPrice && oldPrice !== null && price !== null && oldPrice > price;
  return (
    <p className={`${css.price} figures`}>
      {formatProductPrice(product, currencyCode)}
      {isReduced && (
        <del className={css.old}>
          <VisuallyHidden>before </VisuallyHidden>
          {formatMoney(oldPrice, currencyCode)}
        </del>
      )}
    </p>
  );
}
