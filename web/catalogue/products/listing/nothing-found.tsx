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

/** Why the list is empty, and the shortest way out of it. */
export function NothingFound({ address, total, clear, hasFilters }: Props) {
  const picture = <SearchIcon size={120} strokeWidth={0.4} />;
  if (total > 0) {
    return (
      <EmptyState
        title="The list ends before this page"
        action={
          <Button component={Link} to={address.link({ page: 0 })}>
            Go to the first page
          </Button>
        }
      >
        There are fewer products than when this address was made.
      </EmptyState>
    );
  }
  if (!hasFilters) {
    return (
      <EmptyState title="There are no products here yet" picture={picture}>
        The garments that your organisation may order will stand here. Whoever looks after uniforms in your organisation can say
        when.
      </EmptyState>
    );
  }
  const { keyword } = address;
  return (
    <EmptyState
      title={keyword ? `Nothing found for “${keyword}”` : 'No product has all of this'}
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
        ? 'Try fewer or other words: a garment (“polo”), a standard (“EN 343”) or a product code.'
        : 'Take one of the filters above away to see more.'}
    </EmptyState>
  );
}
