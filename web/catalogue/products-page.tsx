import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useSearchParams } from 'react-router';
import { paths } from '../paths.ts';
import { ProductList } from './listing/product-list.tsx';
import type { FromList } from './product/back-to-list.tsx';
import { ProductDialog } from './product/product-dialog.tsx';
import { dialogQuery, productQuery } from './product/product-query.ts';
import { useDialogAddress } from './product/use-dialog-address.ts';

/** The catalogue; a product opens as a page of its own. */
export function ProductsPage() {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  return (
    <ProductList
      opener={(product, className) => (
        <Link
          to={paths.product(product)}
          state={{ list: pathname + search } satisfies FromList}
          className={className}
          // What is pointed at is likely to be opened: it is there by then.
          onPointerEnter={() => void client.prefetchQuery(productQuery(product.id))}
        >
          {product.name}
        </Link>
      )}
    />
  );
}

/** The same catalogue, in which a product opens in a dialog above the list. */
export function ProductsModalPage() {
  const client = useQueryClient();
  const [address] = useSearchParams();
  const dialog = useDialogAddress();
  return (
    <>
      <ProductList
        opener={(product, className) => (
          <Link
            to={dialog.link(product.id)}
            state={dialog.state}
            preventScrollReset
            aria-haspopup="dialog"
            className={className}
            onPointerEnter={() => void client.prefetchQuery(dialogQuery(product.id))}
          >
            {product.name}
          </Link>
        )}
      />
      <ProductDialog productId={Number(address.get('product')) || undefined} onClose={dialog.close} />
    </>
  );
}
