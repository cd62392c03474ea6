import { formatMoney } from '../ui/format.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import type { Garment } from './catalogue-types.ts';
import { priceInWords } from './price.ts';
import css from './price-tag.module.css';

interface Props {
  product: Pick<Garment, 'callForPrice' | 'price' | 'priceFrom' | 'oldPrice'>;
  currencyCode: string;
}

/** The price of a product before anything is chosen, with the former one where it came down. */
export function PriceTag({ product, currencyCode }: Props) {
  const { oldPrice, price, callForPrice } = product;
  const came = !callForPrice && oldPrice !== null && price !== null && oldPrice > price;
  return (
    <p className={`${css.price} figures`}>
      {priceInWords(product, currencyCode)}
      {came && (
        <del className={css.old}>
          <VisuallyHidden>before </VisuallyHidden>
          {formatMoney(oldPrice, currencyCode)}
        </del>
      )}
    </p>
  );
}
