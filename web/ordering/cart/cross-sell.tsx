import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { formatProductPrice } from '#web/catalogue/products/price.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import css from './cross-sell.module.css';

/** Garments often ordered with those in the cart. Renders nothing if there are none. */
export function CrossSell({ productIds }: { productIds: readonly number[] }) {
  const currencyCode = useProfile()?.currencyCode ?? 'GBP';
  const { data } = useQuery({
    // The result depends on which products are in the cart, not on their quantities.
    queryKey: ['GET /api/crossSellProducts', [...new Set(productIds)].sort((a, b) => a - b)],
    queryFn: ({ signal }) => api('GET /api/crossSellProducts', { signal }),
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  });
  if (!data || data.products.length === 0) return null;
  return (
    <Card title="Often ordered with these">
      <ul className={css.list}>
        {data.products.map(({ id, name, images, price, priceFrom, callForPrice }) => (
          <li key={id}>
            <Link to={paths.product({ id, name })} className={css.item}>
              <Picture src={images[0]?.src} alt="" size={64} />
              <span>
                <span className={css.name}>{name}</span>
                <span className={css.price}>{formatProductPrice({ callForPrice, price, priceFrom }, currencyCode)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
