import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { paths } from '#web/app/paths.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { type UnorderableGroup, unorderableGroupsQuery } from './unorderable-groups.ts';
import { useWardrobeNames } from './use-wardrobe-names.ts';
import { wardrobesQuery } from './wardrobe-data.ts';
import { WardrobeDialog } from './wardrobe-dialog.tsx';
import css from './wardrobes.module.css';

type Summary = ReplyOf<'GET /api/organisation/wardrobes'>['wardrobes'][number];

/** Wardrobes followed by their cuts, with the level of each. */
function listInOrder(wardrobes: readonly Summary[]): { wardrobe: Summary; level: number }[] {
  const ids = new Set(wardrobes.map(({ id }) => id));
  const below = (parentId: number | null, level: number): { wardrobe: Summary; level: number }[] =>
    wardrobes
      .filter((wardrobe) =>
        parentId === null
          ? wardrobe.parentCollectionId === null || !ids.has(wardrobe.parentCollectionId)
          : wardrobe.parentCollectionId === parentId,
      )
      .flatMap((wardrobe) => [{ wardrobe, level }, ...below(wardrobe.id, level + 1)]);
  return below(null, 0);
}

/** The wardrobes of the organisation. */
export function WardrobesPage() {
  const { data, error, refetch } = useQuery(wardrobesQuery);
  const unorderable = useQuery(unorderableGroupsQuery()).data?.unorderableGroups ?? [];
  const [search, setSearch] = useSearchParams();
  const [isAdding, setAdding] = useState(false);
  const caller = useCaller();
  const names = useWardrobeNames();
  const keyword = search.get('q') ?? '';
  const words = keyword.toLowerCase().split(/\s+/);
  const rows = listInOrder(data?.wardrobes ?? []).filter(({ wardrobe }) =>
    words.every((word) => [wardrobe.name, ...names.describe(wardrobe)].join(' ').toLowerCase().includes(word)),
  );
  const onSearch = (query: string) => setSearch(query ? { q: query } : {}, { replace: true, preventScrollReset: true });
  const add = (
    <Button leftSection={<PlusIcon size={18} />} onClick={() => setAdding(true)}>
      Add a wardrobe
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Wardrobes"
        tab="Wardrobes – Settings"
        actions={
          <Button component={Link} to={paths.balanceImports()} variant="default">
            Import opening balances
          </Button>
        }
      >
        What people are entitled to wear, and how much of it.
      </PageHeader>
      {(caller?.adminableOrganisationGroupIds.length ?? 0) > 0 && (
        <div className={css.notice}>
          <Notice>
            You can change the wardrobes of the groups that you administer. Those of the whole organisation are changed by its
            administrators.
          </Notice>
        </div>
      )}
      {data && data.wardrobes.length > 0 && (
        <div className={css.bar}>
          <SearchInput
            className={css.search}
            label="Search wardrobes"
            placeholder={`Search ${plural(data.wardrobes.length, 'wardrobe')}`}
            value={keyword}
            onSearch={onSearch}
          />
          {add}
        </div>
      )}
      <Card flush>
        {data === undefined ? (
          error ? (
            <ErrorState title="The wardrobes could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading wardrobes">
              <SkeletonRows rows={6} height={72} />
            </PageLoading>
          )
        ) : data.wardrobes.length === 0 ? (
          <EmptyState title="No wardrobes yet" action={add}>
            A wardrobe lists the garments for a kind of work, and how many of them each person is entitled to.
          </EmptyState>
        ) : rows.length === 0 ? (
          <EmptyState
            title={`No wardrobes match “${keyword}”`}
            action={
              <Button variant="default" onClick={() => onSearch('')}>
                Clear search
              </Button>
            }
          />
        ) : (
          <ul className={css.rows} aria-label="Wardrobes">
            {rows.map(({ wardrobe, level }) => (
              <li key={wardrobe.id} className={css.row} data-level={level}>
                <Picture src={wardrobe.imageSrc} alt="" size={44} />
                <div className={css.about}>
                  <h2 className={css.name}>
                    <Link to={paths.wardrobe(wardrobe.id)}>{wardrobe.name}</Link>
                  </h2>
                  <p className={css.muted}>{[...names.describe(wardrobe), plural(wardrobe.groupCount, 'group')].join(' · ')}</p>
                  <UnorderableMark groups={unorderable.filter(({ collectionId }) => collectionId === wardrobe.id)} />
                </div>
                <p className={`${css.count} figures`}>
                  {wardrobe.peopleCount === 0 ? 'No people' : plural(wardrobe.peopleCount, 'person', 'people')}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {isAdding && <WardrobeDialog onClose={() => setAdding(false)} />}
    </>
  );
}

/** "Nothing to order in 2 groups"; the wardrobe's page says for whom, and why. */
function UnorderableMark({ groups }: { groups: readonly UnorderableGroup[] }) {
  const ids = new Set(groups.map(({ collectionGroupId }) => collectionGroupId));
  if (ids.size === 0) return null;
  const people = groups.some(({ peopleCount }) => peopleCount > 0) ? ' for some people' : '';
  return (
    <p className={css.mark}>
      <StatusBadge tone="warning">
        Nothing to order in {plural(ids.size, 'group')}
        {people}
      </StatusBadge>
    </p>
  );
}
