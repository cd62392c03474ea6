import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { canListPeople, useCaller } from '#web/app/session/profile.ts';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { useSearchKey } from '#web/ui/browser/use-search-key.ts';
import { SearchIcon } from '#web/ui/content/icons.tsx';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { QuickOrderCard } from '../quick-order/quick-order-card.tsx';
import { AdhocChoiceFields } from './adhoc-choice.tsx';
import css from './adhoc-order-page.module.css';
import { AdhocOrdering, OnlyFilled } from './adhoc-ordering.tsx';
import { useAdhocQuantities } from './adhoc-quantities.ts';
import { adhocListQuery } from './adhoc-queries.ts';
import rowsCss from './adhoc-rows.module.css';
import { AdhocRows, type RowsHandle } from './adhoc-rows.tsx';
import { filterProducts } from './listed-garment.ts';
import { NoAdhocProducts } from './no-adhoc-products.tsx';
import { useAdhocChoice } from './use-adhoc-choice.ts';
import type { AdhocProblem } from './use-adhoc-order.ts';
import { useOrderedFor } from './use-ordered-for.ts';

// The list is there before anyone chooses a person.
const WearerSelect = lazy(async () => ({ default: (await import('./wearer-select.tsx')).WearerSelect }));

const HELP =
  'Arrows move between products, Enter opens one. Type quantities or paste a block from a spreadsheet, Esc returns to the product. Ctrl+Enter adds everything to your cart.';

/** The ad hoc list: every product of a choice on one page, with size grids in place and one button that adds all of them to the cart. */
export function AdhocOrderPage() {
  const choosing = useAdhocChoice();
  const { choice } = choosing;
  const list = useQuery({ ...adhocListQuery(choice ?? { businessAreaId: 0, collectionId: 0 }), enabled: choice !== undefined });
  const products = list.data?.products;
  const caller = useCaller();
  const isNarrow = useIsNarrow(600);
  const [wearer, setWearer] = useOrderedFor();
  const [search, setSearch] = useState('');
  // The products that had quantities when only these were asked for: one whose quantity is removed must not disappear.
  const [onlyFilled, setOnlyFilled] = useState<readonly number[]>();
  const field = useRef<HTMLInputElement>(null);
  const rows = useRef<RowsHandle>(null);
  const quantities = useAdhocQuantities();
  useSearchKey(field);
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
      <div className={css.choice}>
        <AdhocChoiceFields {...choosing} />
      </div>
      <div className={css.bar}>
        <TextInput
          ref={field}
          type="search"
          className={css.search}
          aria-label="Search by name or SKU"
          aria-keyshortcuts="/"
          placeholder="Search by name or SKU"
          leftSection={<SearchIcon size={18} />}
          maxLength={100}
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && search !== '') setSearch('');
            else if (event.key === 'Enter' || event.key === 'ArrowDown') rows.current?.focusFirst();
            else return;
            event.preventDefault();
          }}
        />
        {caller && canListPeople(caller) && (
          <div className={css.wearer}>
            <Suspense fallback={<SkeletonBlock height={72} />}>
              <WearerSelect value={wearer} onChange={setWearer} />
            </Suspense>
          </div>
        )}
        <OnlyFilled
          className={css.only}
          quantities={quantities}
          isOn={onlyFilled !== undefined}
          onChange={(isOn) => setOnlyFilled(isOn ? listFilled() : undefined)}
        />
        <p role="status" className={`${css.found} figures`}>
          {products && plural(shown.length, 'product').replace(/^no/, 'No')}
        </p>
      </div>
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
        {shown.length > 0 && <AdhocRows ref={rows} products={shown} quantities={quantities} label="Products" />}
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
