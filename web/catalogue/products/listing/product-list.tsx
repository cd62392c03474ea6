import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useHasPermission, useProfile } from '#web/app/session/profile.ts';
import { ProductsNav } from '#web/app/shell/products-nav.tsx';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { FilterIcon } from '#web/ui/content/icons.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { LazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { useDialogUrlState } from '../product/use-dialog-url-state.ts';
import { saveLastListUrl } from '../tiles/last-list-url.ts';
import { type Opener, ProductTile } from '../tiles/product-tile.tsx';
import { TileGrid, TileSkeletons } from '../tiles/tile-grid.tsx';
import { FilterChips } from './filter-chips.tsx';
import { categoriesQuery, FilterPanel } from './filter-panel.tsx';
import { listProductFilterChips } from './list-chips.ts';
import { useProductList } from './list-query.ts';
import { NothingFound } from './nothing-found.tsx';
import { PageSize } from './page-size.tsx';
import css from './product-list.module.css';
import { SearchField } from './search-field.tsx';
import { describeSort, SortSelect } from './sort-select.tsx';
import { useListUrlState } from './use-list-url-state.ts';
import { useQuickAdd } from './use-quick-add.ts';

const loadDrawer = async () => ({ default: (await import('./filter-drawer.tsx')).FilterDrawer });
const FilterDrawer = lazy(loadDrawer);
const loadOrderDialog = async () => ({ default: (await import('../product/product-order-dialog.tsx')).ProductOrderDialog });
const ProductOrderDialog = lazy(loadOrderDialog);

/** The product list with search, categories, filters and order, and the dialog above it. All of its state is kept in the URL. */
export function ProductList({ Opener }: { Opener: Opener }) {
  const address = useListUrlState();
  const list = useProductList(address);
  const categories = useQuery(categoriesQuery).data?.categories ?? [];
  const currencyCode = useProfile()?.currencyCode ?? '';
  const { pathname, search } = useLocation();
  useEffect(() => saveLastListUrl(pathname + search), [pathname, search]);
  const [drawer, setDrawer] = useState(false);
  const narrow = useIsNarrow(1024);
  const { data } = list;
  const canOrder = useHasPermission('AllowProducts', 'AllowProductsModal', 'AllowAdhocOrder', 'AllowAdhocOrderModal');
  const quickAdd = useQuickAdd();
  const dialog = useDialogUrlState();
  const openedId = Number(useSearchParams()[0].get('product')) || undefined;
  const chips = listProductFilterChips(address, data?.specifications ?? [], categories, address.link);
  const clear = address.link({ keyword: '', category: 0, filters: [] });
  const category = categories.find((one) => one.id === address.category);
  const filterCount = chips.length - (address.keyword ? 1 : 0);

  return (
    <>
      <PageHeader title={category?.name ?? 'Products'} above={<ProductsNav />} />
      <div className={css.bar}>
        <SearchField
          label="Search products"
          value={address.keyword}
          onSearch={(keyword) => address.change({ keyword }, { replace: true })}
        />
        <Button
          variant="default"
          className={css.opensDrawer}
          leftSection={<FilterIcon size={18} />}
          onClick={() => setDrawer(true)}
        >
          Filter{filterCount > 0 && ` · ${filterCount}`}
        </Button>
        <p role="status" className={`${css.found} figures`}>
          {data && `${plural(data.totalCount, 'product').replace(/^no/, 'No')}`}
          <VisuallyHidden>{`, sorted by ${describeSort(address.sort, address.keyword !== '')}`}</VisuallyHidden>
        </p>
        <SortSelect sort={address.sort} isSearch={address.keyword !== ''} onSort={(sort) => address.change({ sort })} />
        <PageSize limit={address.limit} total={data?.totalCount} onLimit={(limit) => address.change({ limit })} />
      </div>
      <div className={css.columns}>
        {!narrow && (
          <aside className={css.side} aria-label="Filters">
            <FilterPanel address={address} facets={data?.specifications} />
          </aside>
        )}
        <section className={css.results} aria-label="Products" aria-busy={list.isFetching}>
          <FilterChips chips={chips} clear={clear} />
          {list.isPending && <TileSkeletons tiles={address.limit} />}
          {list.isError && !data && (
            <ErrorState title="The products could not be loaded." error={list.error} onRetry={() => void list.refetch()} />
          )}
          {data && data.products.length === 0 && (
            <NothingFound address={address} total={data.totalCount} clear={clear} hasFilters={chips.length > 0} />
          )}
          {data && data.products.length > 0 && (
            <>
              <TileGrid label="Products" dimmed={list.isPlaceholderData}>
                {data.products.map((product, index) => (
                  <li key={product.id}>
                    <ProductTile
                      product={product}
                      currencyCode={currencyCode}
                      eager={index < 4}
                      Opener={Opener}
                      onQuickAdd={canOrder ? quickAdd.add : undefined}
                      adding={quickAdd.addingId === product.id}
                    />
                  </li>
                ))}
              </TileGrid>
              {data.totalCount > address.limit && (
                <Pager
                  page={address.page}
                  limit={address.limit}
                  totalCount={data.totalCount}
                  noun="products"
                  onPage={(page) => address.change({ page })}
                />
              )}
            </>
          )}
        </section>
      </div>
      <LazyDialog opened={openedId !== undefined} load={loadOrderDialog}>
        {(opened) => <ProductOrderDialog productId={opened ? openedId : undefined} onClose={dialog.close} />}
      </LazyDialog>
      <LazyDialog opened={drawer} load={loadDrawer}>
        {(opened) => (
          <FilterDrawer
            opened={opened}
            onClose={() => setDrawer(false)}
            found={data?.totalCount}
            address={address}
            facets={data?.specifications}
            onCategory={() => setDrawer(false)}
          />
        )}
      </LazyDialog>
    </>
  );
}
