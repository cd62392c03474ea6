import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import type { Facet } from '../catalogue-types.ts';
import { CategoryTree } from './category-tree.tsx';
import { FacetGroup } from './facet-group.tsx';
import css from './filter-panel.module.css';
import { toggleFilter } from './list-url-state.ts';
import type { useListUrlState } from './use-list-url-state.ts';

/** The categories; they rarely change. */
export const categoriesQuery = { ...apiQuery('GET /api/categoriesFormated'), staleTime: 5 * 60_000 };

interface Props {
  address: ReturnType<typeof useListUrlState>;
  facets: readonly Facet[] | undefined;
  /** A category was chosen. */
  onCategory?: () => void;
}

/** The filters of the product list: categories and specifications. Used beside the list and in the drawer on phones. */
export function FilterPanel({ address, facets, onCategory }: Props) {
  const { data, isPending } = useQuery(categoriesQuery);
  const categories = data?.categories ?? [];
  return (
    <div className={css.panel}>
      {isPending && (
        <Loading label="Loading categories">
          <SkeletonText lines={6} />
        </Loading>
      )}
      {categories.length > 0 && (
        <CategoryTree
          categories={categories}
          chosen={address.category}
          link={(category) => address.link({ category })}
          onChosen={onCategory}
        />
      )}
      {facets && facets.length > 0 && (
        <div>
          {facets.map((facet, index) => (
            <FacetGroup
              key={facet.id}
              facet={facet}
              chosen={address.filters}
              startsOpen={index < 2 && facet.values.length > 1}
              onToggle={(option) => address.change({ filters: toggleFilter(address.filters, option) })}
            />
          ))}
        </div>
      )}
    </div>
  );
}
