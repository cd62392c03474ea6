import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useProfile } from '#web/app/session/profile.ts';
import { LazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { useQuickAdd } from '../products/listing/use-quick-add.ts';
import { DialogLink } from '../products/product/dialog-link.tsx';
import { useDialogUrlState } from '../products/product/use-dialog-url-state.ts';
import { ProductTile } from '../products/tiles/product-tile.tsx';
import { TileGrid, TileSkeletons } from '../products/tiles/tile-grid.tsx';
import { QuickOrderCard } from '../quick-order/quick-order-card.tsx';
import { AdhocChoiceFields } from './adhoc-choice.tsx';
import css from './adhoc-order-page.module.css';
import { adhocModalListQuery } from './adhoc-queries.ts';
import { NoAdhocProducts } from './no-adhoc-products.tsx';
import { useAdhocChoice } from './use-adhoc-choice.ts';

const loadOrderDialog = async () => ({
  default: (await import('../products/product/product-order-dialog.tsx')).ProductOrderDialog,
});
const ProductOrderDialog = lazy(loadOrderDialog);

/** Tiles shown at first, and added by each "Show more". */
const TILES = 60;

/** The ad hoc list for people who order in dialogs: the products of a choice as tiles, each of which opens the product above the list. */
export function AdhocModalPage() {
  const choosing = useAdhocChoice();
  const { choice } = choosing;
  const list = useQuery({
    ...adhocModalListQuery(choice ?? { businessAreaId: 0, collectionId: 0 }),
    enabled: choice !== undefined,
  });
  const products = list.data?.products;
  const [count, setCount] = useState(TILES);
  const currencyCode = useProfile()?.currencyCode ?? '';
  const quickAdd = useQuickAdd('adhoc');
  const dialog = useDialogUrlState();
  const openedId = Number(useSearchParams()[0].get('product')) || undefined;
  const more = Math.min((products?.length ?? 0) - count, TILES);
  return (
    <>
      <PageHeader title="Ad hoc list">Choose a product to enter quantities.</PageHeader>
      <QuickOrderCard source="adhoc" />
      <div className={css.choice}>
        <AdhocChoiceFields {...choosing} />
        <p role="status" className={`${css.found} figures`}>
          {products && plural(products.length, 'product').replace(/^no/, 'No')}
        </p>
      </div>
      <section aria-label="Products" aria-busy={list.isFetching}>
        {!products && !list.isError && <TileSkeletons tiles={12} />}
        {!products && list.isError && (
          <ErrorState title="The products could not be loaded." error={list.error} onRetry={() => void list.refetch()} />
        )}
        {products?.length === 0 && <NoAdhocProducts {...choosing} />}
        {products && products.length > 0 && (
          <TileGrid label="Products" dimmed={list.isPlaceholderData}>
            {products.slice(0, count).map((product, index) => (
              <li key={product.id}>
                <ProductTile
                  product={product}
                  currencyCode={currencyCode}
                  eager={index < 4}
                  Opener={DialogLink}
                  onQuickAdd={quickAdd.add}
                  adding={quickAdd.addingId === product.id}
                />
              </li>
            ))}
          </TileGrid>
        )}
        {more > 0 && (
          <div className={css.more}>
            <Button variant="default" onClick={() => setCount(count + TILES)}>
              Show {plural(more, 'more product')}
            </Button>
          </div>
        )}
      </section>
      <LazyDialog opened={openedId !== undefined} load={loadOrderDialog}>
        {(opened) => <ProductOrderDialog productId={opened ? openedId : undefined} source="adhoc" onClose={dialog.close} />}
      </LazyDialog>
    </>
  );
}
