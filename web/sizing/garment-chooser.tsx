import { Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import css from './fit-view.module.css';
import { sizingApi } from './sizing-api.ts';

/** Garments that are offered at once. */
const STEP = 8;
const MAX_GARMENTS = 240;

interface Props {
  onChoose: (garmentId: number) => void;
}

/** Finds a garment of the range among all that have a size guide. */
export function GarmentChooser({ onChoose }: Props) {
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(STEP);
  const { data, error, refetch } = useQuery({
    queryKey: ['GET /sizing/garment/list', 'with a size guide', search, limit],
    queryFn: ({ signal }) =>
      sizingApi('GET /sizing/garment/list', {
        query: { hasSizeGuide: true, limit, page: 0, ...(search && { searchTerm: search }) },
        signal,
      }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="sm">
      <SearchInput
        className={css.garment}
        label="Search garments"
        placeholder="Name or SKU"
        value={search}
        onSearch={(text) => {
          setSearch(text);
          setLimit(STEP);
        }}
      />
      {!data ? (
        error ? (
          <ErrorState title="The garments could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading garments">
            <SkeletonRows rows={2} height={44} />
          </Loading>
        )
      ) : data.garments.length === 0 ? (
        <Text c="dimmed" role="status">
          {search ? 'No garment with a size guide matches. Try another word.' : 'No garment in your range has a size guide yet.'}
        </Text>
      ) : (
        <>
          <ul className={css.garments} aria-label="Garments with a size guide">
            {data.garments.map(({ id, name, hasSizeAdvice }) => (
              <li key={id}>
                <button type="button" className={css.offered} onClick={() => onChoose(id)}>
                  <span>{name}</span>
                  {!hasSizeAdvice && (
                    <Text span size="sm" c="dimmed">
                      Compare only
                    </Text>
                  )}
                </button>
              </li>
            ))}
          </ul>
          {data.totalCount > data.garments.length && limit < MAX_GARMENTS && (
            <div>
              <Button variant="default" size="compact-md" onClick={() => setLimit(limit * 3)}>
                Show more of {data.totalCount} garments
              </Button>
            </div>
          )}
        </>
      )}
    </Stack>
  );
}
