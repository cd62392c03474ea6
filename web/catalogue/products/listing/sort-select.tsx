import { usePricesVisible } from '#web/app/session/profile.ts';
import { BarSelect } from './bar-select.tsx';
import { LIST_SORTS, type ListSort } from './list-url-state.ts';

const LABELS: Record<Exclude<ListSort, ''>, string> = {
  name: 'Name A–Z',
  'name-desc': 'Name Z–A',
  price: 'Price low to high',
  'price-desc': 'Price high to low',
  newest: 'Newest',
};

const isByPrice = (sort: ListSort) => sort === 'price' || sort === 'price-desc';

/** The order of the products in words. */
export const describeSort = (sort: ListSort, isSearch: boolean) =>
  sort === '' ? (isSearch ? 'Relevance' : 'Featured') : LABELS[sort];

interface Props {
  sort: ListSort;
  /** The list is the result of a search. */
  isSearch: boolean;
  onSort: (sort: ListSort) => void;
}

/** Select field for the order of the products. People who see no prices are not offered that of prices, which the server ignores for them. */
export function SortSelect({ sort, isSearch, onSort }: Props) {
  const pricesVisible = usePricesVisible();
  const sorts = LIST_SORTS.filter((one) => pricesVisible || !isByPrice(one));
  return (
    <BarSelect
      label="Sort by"
      value={sorts.includes(sort) ? sort : ''}
      options={sorts.map((one) => [one, describeSort(one, isSearch)])}
      onChange={onSort}
    />
  );
}
