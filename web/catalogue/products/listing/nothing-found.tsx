import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { SearchIcon } from '#web/ui/content/icons.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { useListUrlState } from './use-list-url-state.ts';

interface Props {
  address: ReturnType<typeof useListUrlState>;
  total: number;
  clear: string;
  hasFilters: boolean;
}

/** Explains why the list is empty and offers the next step. */
export function NothingFound({ address, total, clear, hasFilters }: Props) {
  const picture = <SearchIcon size={120} strokeWidth={0.4} />;
  if (total > 0) {
    return (
      <EmptyState
        title="This page is empty"
        action={
          <Button component={Link} to={address.link({ page: 0 })}>
            Go to first page
          </Button>
        }
      >
        The list has become shorter, or the link was changed.
      </EmptyState>
    );
  }
  if (!hasFilters) {
    return (
      <EmptyState title="No products yet" picture={picture}>
        The garments your organisation can order will appear here. Ask the person who looks after uniforms in your organisation
        when they will be available.
      </EmptyState>
    );
  }
  const { keyword } = address;
  return (
    <EmptyState
      title={keyword ? `No products found for “${keyword}”` : 'No products match all filters'}
      picture={picture}
      action={
        <>
          {keyword && (address.category > 0 || address.filters.length > 0) && (
            <Button variant="default" component={Link} to={address.link({ category: 0, filters: [] })}>
              Search all products
            </Button>
          )}
          <Button component={Link} to={clear}>
            Show all products
          </Button>
        </>
      }
    >
      {keyword
        ? 'Try fewer or different words: a garment (“polo”), a standard (“EN 343”) or a product code.'
        : 'Remove one of the filters above to see more products.'}
    </EmptyState>
  );
}
