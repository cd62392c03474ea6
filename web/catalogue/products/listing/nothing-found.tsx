import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { isAdmin, useProfile } from '#web/app/session/profile.ts';
import { SearchIcon } from '#web/ui/content/icons.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { useListUrlState } from './use-list-url-state.ts';

interface Props {
  address: ReturnType<typeof useListUrlState>;
  total: number;
  clear: string;
  hasFilters: boolean;
}

/** For an organisation that has just begun, or someone whose role sees no product. An administrator is the person whom others would ask. */
function NoProducts({ picture }: { picture: ReactNode }) {
  const profile = useProfile();
  if (!profile || !isAdmin(profile))
    return (
      <EmptyState title="No products yet" picture={picture}>
        The garments your organisation can order will appear here. Ask the person who looks after uniforms in your organisation
        when they will be available.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No products yet"
      picture={picture}
      action={
        <Button component={Link} to={paths.range()}>
          Go to the range
        </Button>
      }
    >
      The products in your organisation’s range will appear here. If the range is empty, ask your supplier to add products to it.
    </EmptyState>
  );
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
  if (!hasFilters) return <NoProducts picture={picture} />;
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
