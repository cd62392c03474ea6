import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { formatProductPrice } from '#web/catalogue/products/price.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { Loading, SkeletonCards } from '#web/ui/feedback/skeleton.tsx';
import css from './featured-products.module.css';

export const featuredQuery = apiQuery('GET /api/featuredproducts');

/** The organisation's featured products; renders nothing if there are none. */
export function FeaturedProducts({ currencyCode }: { currencyCode: string }) {
  const { data, isPending, isError } = useQuery(featuredQuery);
  // The section is optional, so a failure to load it is not shown.
  if (isError || data?.products.length === 0) return null;
  return (
    <section data-wide aria-labelledby="featured">
      <h2 id="featured" className={css.title}>
        Featured products
      </h2>
      {isPending ? (
        <Loading label="Loading products">
          <SkeletonCards cards={4} />
        </Loading>
      ) : (
        <ul className={css.products}>
          {data.products.slice(0, 8).map((product) => (
            <li key={product.id}>
              <Link to={paths.product(product)} className={css.product}>
                <Picture src={product.images[0]?.src} alt="" />
                <strong>{product.name}</strong>
                <span className={`${css.price} figures`}>{formatProductPrice(product, currencyCode)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
