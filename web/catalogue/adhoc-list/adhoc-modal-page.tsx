import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useOrderedFor } from '#web/app/ordered-for.ts';
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
import css from './adhoc-order-page.module.css';
import { adhocModalListQuery } from './adhoc-queries.ts';
import { AdhocToolbar } from './adhoc-toolbar.tsx';
import { filterProducts } from './listed-garment.ts';
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
  const [wearer, setWearer] = useOrderedFor();
  const [search, setSearch] = useState('');
  const shown = useMemo(() => filterProducts(products ?? [], search), [products, search]);
  const section = useRef<HTMLElement>(null);
  const currencyCode = useProfile()?.currencyCode ?? '';
  const quickAdd = useQuickAdd('adhoc', wearer);
  const dialog = useDialogUrlState();
  const openedId = Number(useSearchParams()[0].get('product')) || undefined;
  const more = Math.min(shown.length - count, TILES);
  return (
    <>
      <PageHeader title="Ad hoc list">Choose a product to enter quantities.</PageHeader>
      <QuickOrderCard source="adhoc" customerId={wearer?.id} />
      <AdhocToolbar
        choosing={choosing}
        searchLabel="Search by name"
        search={search}
        onSearch={(typed) => {
          setSearch(typed);
          setCount(TILES);
        }}
        onLeaveSearch={() => section.current?.querySelector<HTMLElement>('article a')?.focus()}
        wearer={wearer}
        onWearer={setWearer}
        found={products && plural(shown.length, 'product').replace(/^no/, 'No')}
      />
      <section ref={section} aria-label="Products" aria-busy={list.isFetching}>
        {!products && !list.isError && <TileSkeletons tiles={12} />}
        {!products && list.isError && (
          <ErrorState title="The products could not be loaded." error={list.error} onRetry={() => void list.refetch()} />
        )}
        {products?.length === 0 && <NoAdhocProducts {...choosing} />}
        {shown.length > 0 && (
          <TileGrid label="Products" dimmed={list.isPlaceholderData}>
            {shown.slice(0, count).map((product, index) => (
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
        {shown.length === 0 && products && products.length > 0 && (
          <p className={css.nothing}>No product in this list matches “{search}”.</p>
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
        {(opened) => (
          <ProductOrderDialog productId={opened ? openedId : undefined} source="adhoc" wearer={wearer} onClose={dialog.close} />
        )}
      </LazyDialog>
    </>
  );
}
