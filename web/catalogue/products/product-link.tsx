import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { toColourParam } from './choosing/selection-url-state.ts';
import { productQuery } from './product/product-query.ts';
import type { Opener } from './tiles/product-tile.tsx';

/** A product's name as a link to its page. The product is prefetched on hover. */
export const ProductLink: Opener = ({ product, colour, className }) => {
  const client = useQueryClient();
  return (
    <Link
      to={`${paths.product(product)}${colour ? `?colour=${toColourParam(colour)}` : ''}`}
      className={className}
      onPointerEnter={() => void client.prefetchQuery(productQuery(product.id))}
    >
      {product.name}
    </Link>
  );
};
