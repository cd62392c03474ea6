import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { groupKind, ITEM_KINDS } from './item-kinds.ts';
import { ItemList } from './item-list.tsx';
import css from './structure.module.css';

/** The structure of the organisation, with a section for each kind of item. */
export function StructurePage() {
  const { kind: slug } = useParams();
  const [search, setSearch] = useSearchParams();
  const caller = useCaller();
  const people = useQuery({ ...apiQuery('GET /api/organisationstructure/people'), staleTime: 60_000 });
  const kind = ITEM_KINDS.find((one) => one.slug === slug);
  const isGroupAdmin = (caller?.adminableOrganisationGroupIds.length ?? 0) > 0;
  return (
    <>
      <PageHeader title={kind?.title ?? 'Settings'} tab={kind ? `${kind.title} – Settings` : 'Settings'}>
        {kind?.description}
      </PageHeader>
      {isGroupAdmin && kind && (
        <div className={css.notice}>
          <Notice>
            {kind === groupKind
              ? 'You administer these groups and can rename them. Only an administrator of the whole organisation can add groups.'
              : 'All groups share these, so only an administrator of the whole organisation can change them.'}
          </Notice>
        </div>
      )}
      {kind ? (
        <ItemList
          key={kind.slug}
          kind={kind}
          canEdit={!isGroupAdmin || kind === groupKind}
          canCreate={!isGroupAdmin}
          people={people.data?.[kind.people]}
          search={search.get('q') ?? ''}
          onSearch={(query) => setSearch(query ? { q: query } : {}, { replace: true, preventScrollReset: true })}
        />
      ) : (
        <EmptyState title="Page not found" action={<Button onClick={() => history.back()}>Go back</Button>}>
          The link may be wrong.
        </EmptyState>
      )}
    </>
  );
}
