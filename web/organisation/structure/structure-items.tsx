import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { BulkEditResult } from '#web/app/bulk-edit/bulk-edit-result.tsx';
import type { List, ListCall, ListRow } from '#web/app/lists/define-list.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { groupBy } from '#web/ui/format/group-by.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { useSeasonMembers } from '../season-members/use-season-members.ts';
import {
  businessAreaKind,
  groupKind,
  jobRoleKind,
  type StructureItem,
  type StructureItemKind,
  seasonKind,
} from './item-kinds.ts';
import type { StructureReader } from './structure-list.tsx';
import { ItemDialogs, useItemDialogs } from './use-item-dialogs.tsx';
import { useStructureEdits } from './use-structure-edits.ts';

const StructureEditNotices = lazy(async () => ({ default: (await import('./structure-edit-notices.tsx')).StructureEditNotices }));

/** Width of the window in pixels from which a table has room beside the menu of the settings. */
const BESIDE_SETTINGS = 1100;

interface Props<C extends ListCall, Row extends ListRow> {
  kind: StructureItemKind;
  list: List<C, Row, StructureReader>;
  toItem: (row: Row) => StructureItem;
}

/** All items of a kind, to add, edit and delete. */
export function StructureItems<C extends ListCall, Row extends ListRow>({ kind, list, toItem }: Props<C, Row>) {
  const isGroupAdmin = (useCaller()?.adminableOrganisationGroupIds.length ?? 0) > 0;
  const canCreate = !isGroupAdmin;
  const dialogs = useItemDialogs();
  const members = useSeasonMembers();
  const edits = useStructureEdits(kind);
  const reader = useReader(kind, { canEdit: canCreate || kind === groupKind, canCreate, act: dialogs.act });
  const model = useList(list, reader);
  const all = (model.reply?.[list.rowsKey] ?? []) as readonly Row[];
  const add = canCreate && (
    <Button leftSection={<PlusIcon size={18} />} onClick={dialogs.add}>
      Add a {kind.singular}
    </Button>
  );
  return (
    <>
      <PageHeader title={kind.title} tab={`${kind.title} – Settings`} actions={all.length > 0 && add} isBriefOnPhone>
        {kind.description}
      </PageHeader>
      {isGroupAdmin && (
        <Box mb="md">
          <Notice>
            {kind === groupKind
              ? 'You administer these groups and can rename them. Only an administrator of the whole organisation can add groups.'
              : 'All groups share these, so only an administrator of the whole organisation can change them.'}
          </Notice>
        </Box>
      )}
      {members.outcome && (
        <BulkEditResult bulkEdit={members.outcome} nouns={['person', 'people']} linkTo={paths.person} {...members.actions} />
      )}
      {(edits.seasons.outcome ?? edits.removals.outcome) && (
        <Suspense>
          <StructureEditNotices kind={kind} edits={edits} />
        </Suspense>
      )}
      <ListPage model={model} cardsBelow={BESIDE_SETTINGS} emptyAction={add} />
      <ItemDialogs
        dialogs={dialogs}
        kind={kind}
        items={all.map(toItem)}
        onFollowed={edits.show}
        {...(kind === seasonKind && { addPeople: members.add })}
      />
    </>
  );
}

/** What the columns and buttons of a list need besides its items. */
function useReader(
  kind: StructureItemKind,
  { canEdit, canCreate, act }: Pick<StructureReader, 'act' | 'canCreate' | 'canEdit'>,
): StructureReader {
  const { data: counts } = useQuery({ ...apiQuery('GET /api/organisationstructure/people'), staleTime: 60_000 });
  const { data: areas } = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), enabled: kind === jobRoleKind });
  const { data: jobs } = useQuery({ ...apiQuery('GET /api/organisationjobroles'), enabled: kind === businessAreaKind });
  return useMemo(
    () => ({
      canEdit,
      canCreate,
      act,
      people: counts && new Map(counts[kind.people].map(({ id, count }) => [id, count])),
      areas: areas && new Map(areas.organisationBusinessAreas.map(({ id, name }) => [id, name])),
      jobs:
        jobs &&
        new Map(
          [...groupBy(jobs.organisationJobRoles, ({ organisationBusinessAreaId }) => organisationBusinessAreaId ?? 0)].map(
            ([area, roles]) => [area, roles.map(({ name }) => name).join(', ')],
          ),
        ),
    }),
    [kind, canEdit, canCreate, act, counts, areas, jobs],
  );
}
