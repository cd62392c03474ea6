import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useOrderedFor } from '#web/app/ordered-for.ts';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { QuickOrderCard } from '../quick-order/quick-order-card.tsx';
import css from './adhoc-order-page.module.css';
import { AdhocOrdering, OnlyFilled } from './adhoc-ordering.tsx';
import { useAdhocQuantities } from './adhoc-quantities.ts';
import { adhocListQuery } from './adhoc-queries.ts';
import rowsCss from './adhoc-rows.module.css';
import { AdhocRows, type RowsHandle } from './adhoc-rows.tsx';
import { AdhocToolbar } from './adhoc-toolbar.tsx';
import { filterProducts } from './listed-garment.ts';
import { NoAdhocProducts } from './no-adhoc-products.tsx';
import { useAdhocChoice } from './use-adhoc-choice.ts';
import type { AdhocProblem } from './use-adhoc-order.ts';

const HELP =
  'Arrows move between products, Enter opens one. Type quantities or paste a block from a spreadsheet, Esc returns to the product. Ctrl+Enter adds everything to your cart.';

/** The ad hoc list: every product of a choice on one page, with size grids in place and one button that adds all of them to the cart. */
export function AdhocOrderPage() {
  const choosing = useAdhocChoice();
  const { choice } = choosing;
  const list = useQuery({ ...adhocListQuery(choice ?? { businessAreaId: 0, collectionId: 0 }), enabled: choice !== undefined });
  const products = list.data?.products;
  const isNarrow = useIsNarrow(600);
  const [wearer, setWearer] = useOrderedFor();
  const [search, setSearch] = useState('');
  // The products that had quantities when only these were asked for: one whose quantity is removed must not disappear.
  const [onlyFilled, setOnlyFilled] = useState<readonly number[]>();
  const rows = useRef<RowsHandle>(null);
  const quantities = useAdhocQuantities();
  useEffect(() => {
    if (products) quantities.update(products);
  }, [products, quantities]);
  const listFilled = () => quantities.snapshot().map(({ garment }) => garment.id);
  const sought = useDeferredValue(search);
  const shown = useMemo(() => {
    const listed = onlyFilled ? onlyFilled.flatMap((id) => quantities.findProduct(id) ?? []) : (products ?? []);
    return filterProducts(listed, sought);
  }, [onlyFilled, quantities, products, sought]);

  const showProblem = ({ garment, entry }: AdhocProblem) => {
    const reveal = () => rows.current?.reveal(garment.id, entry.cell.combination.id);
    if (shown.some(({ id }) => id === garment.id)) return reveal();
    setSearch('');
    setOnlyFilled(listFilled());
    // The row has to be in the list first.
    requestAnimationFrame(() => requestAnimationFrame(reveal));
  };

  return (
    <>
      <PageHeader title="Ad hoc list">Enter quantities for several products and add them to your cart together.</PageHeader>
      <QuickOrderCard source="adhoc" customerId={wearer?.id} />
      <AdhocToolbar
        choosing={choosing}
        searchLabel="Search by name or SKU"
        search={search}
        onSearch={setSearch}
        onLeaveSearch={() => rows.current?.focusFirst()}
        wearer={wearer}
        onWearer={setWearer}
        found={products && plural(shown.length, 'product').replace(/^no/, 'No')}
      >
        <OnlyFilled
          className={css.only}
          quantities={quantities}
          isOn={onlyFilled !== undefined}
          onChange={(isOn) => setOnlyFilled(isOn ? listFilled() : undefined)}
        />
      </AdhocToolbar>
      {!isNarrow && <p className={css.help}>{HELP}</p>}
      <section
        aria-label="Products"
        aria-busy={list.isFetching}
        className={css.list}
        data-dimmed={list.isPlaceholderData || undefined}
      >
        {!products && !list.isError && <RowSkeletons />}
        {!products && list.isError && (
          <ErrorState title="The products could not be loaded." error={list.error} onRetry={() => void list.refetch()} />
        )}
        {products?.length === 0 && !onlyFilled && <NoAdhocProducts {...choosing} />}
        {shown.length > 0 && <AdhocRows ref={rows} products={shown} quantities={quantities} wearer={wearer} label="Products" />}
        {shown.length === 0 && (onlyFilled || (products && products.length > 0)) && (
          <p className={css.nothing}>{search ? `No product in this list matches “${search}”.` : 'Nothing entered yet.'}</p>
        )}
      </section>
      <AdhocOrdering quantities={quantities} wearer={wearer} shown={shown} onShowProblem={showProblem} />
    </>
  );
}

const RowSkeletons = () => (
  <Loading label="Loading products">
    <div className={rowsCss.skeletons}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <SkeletonBlock key={row} height={72} />
      ))}
    </div>
  </Loading>
);
