import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { groupBy } from '#web/ui/format/group-by.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { unorderableGroupsQuery } from './unorderable-groups.ts';
import { useWardrobeNames } from './use-wardrobe-names.ts';
import { wardrobesQuery } from './wardrobe-data.ts';
import { WardrobeDialog } from './wardrobe-dialog.tsx';
import { arrangeAsTree, type WardrobesContext, wardrobesList } from './wardrobes-list.tsx';

const byId = (records: readonly { id: number; name: string }[]) => new Map(records.map(({ id, name }) => [id, name]));

function useContext(): WardrobesContext {
  const wardrobes = useQuery(wardrobesQuery).data?.wardrobes;
  const unorderable = useQuery(unorderableGroupsQuery()).data?.unorderableGroups;
  const { seasons, groups } = useWardrobeNames();
  const isTree = !useSearchParams()[0].has('sort');
  return useMemo(
    () => ({
      tree: arrangeAsTree(wardrobes ?? []),
      isTree,
      seasons: byId(seasons),
      groups: byId(groups),
      unorderable: groupBy(unorderable ?? [], ({ collectionId }) => collectionId),
    }),
    [wardrobes, isTree, seasons, groups, unorderable],
  );
}

/** The wardrobes of the organisation. */
export function WardrobesPage() {
  const model = useList(wardrobesList, useContext());
  const [isAdding, setAdding] = useState(false);
  const isGroupAdmin = (useCaller()?.adminableOrganisationGroupIds.length ?? 0) > 0;
  const add = (
    <Button leftSection={<PlusIcon size={18} />} aria-haspopup="dialog" onClick={() => setAdding(true)}>
      Add a wardrobe
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Wardrobes"
        tab="Wardrobes – Settings"
        isBriefOnPhone
        actions={model.totalCount > 0 || model.isNarrowed ? add : undefined}
      >
        The garments people are entitled to, and how many.
      </PageHeader>
      {isGroupAdmin && (
        <Box mb="md">
          <Notice>
            You can change the wardrobes of your groups. Only an administrator of the whole organisation can change the others.
          </Notice>
        </Box>
      )}
      <ListPage
        model={model}
        actions={
          <Button component={Link} to={paths.balanceImports()} variant="default">
            Import opening balances
          </Button>
        }
        emptyAction={add}
      />
      {isAdding && <WardrobeDialog onClose={() => setAdding(false)} />}
    </>
  );
}
