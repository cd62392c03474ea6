import type { Category, Facet } from '../catalogue-types.ts';
import type { Chip } from './filter-chips.tsx';
import type { ListAddress } from './list-address.ts';

/** What limits a list, in words. An option that no facet names any more can still be taken away. */
export function chipsOf(
  address: ListAddress,
  facets: readonly Facet[],
  categories: readonly Category[],
  link: (change: Partial<ListAddress>) => string,
): Chip[] {
  const chips: Chip[] = [];
  if (address.keyword) {
    chips.push({ key: 'keyword', of: 'Search', label: address.keyword, without: link({ keyword: '' }) });
  }
  if (address.category) {
    const name = categories.find((category) => category.id === address.category)?.name;
    chips.push({ key: 'category', of: 'Category', label: name ?? 'chosen', without: link({ category: 0 }) });
  }
  for (const id of address.filters) {
    const facet = facets.find((one) => one.values.some((value) => value.id === id));
    const name = facet?.values.find((value) => value.id === id)?.name;
    chips.push({
      key: `option-${id}`,
      of: facet?.name ?? 'Filter',
      label: name ?? String(id),
      without: link({ filters: address.filters.filter((one) => one !== id) }),
    });
  }
  return chips;
}
