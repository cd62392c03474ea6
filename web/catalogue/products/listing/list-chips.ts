import type { Category, Facet } from '../catalogue-types.ts';
import type { Chip } from './filter-chips.tsx';
import type { ListUrlState } from './list-url-state.ts';

/** The active filters as chips. An option that is no longer in any facet can still be removed. */
export function listProductFilterChips(
  address: ListUrlState,
  facets: readonly Facet[],
  categories: readonly Category[],
  link: (change: Partial<ListUrlState>) => string,
): Chip[] {
  const chips: Chip[] = [];
  if (address.keyword) {
    chips.push({ key: 'keyword', groupLabel: 'Search', label: address.keyword, removeHref: link({ keyword: '' }) });
  }
  if (address.category) {
    const name = categories.find((category) => category.id === address.category)?.name;
    chips.push({ key: 'category', groupLabel: 'Category', label: name ?? 'chosen', removeHref: link({ category: 0 }) });
  }
  for (const id of address.filters) {
    const facet = facets.find((one) => one.values.some((value) => value.id === id));
    const name = facet?.values.find((value) => value.id === id)?.name;
    chips.push({
      key: `option-${id}`,
      groupLabel: facet?.name ?? 'Filter',
      label: name ?? String(id),
      removeHref: link({ filters: address.filters.filter((one) => one !== id) }),
    });
  }
  return chips;
}
