import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { countToAdd, SeasonMembers } from '../season-members/season-members-preview.tsx';
import { ItemDialog } from './item-dialog.tsx';

/** Adds the people of a season to another one. */
export type AddPeople = (seasons: { id: number; fromSeasonId: number }) => void;

type Props = Omit<ComponentProps<typeof ItemDialog>, 'children' | 'onSaved'> & { addPeople: AddPeople };

/** Orders and other changes decide the numbers too, so they are asked for each time. */
const previewQuery = (seasonId: number) => ({
  ...apiQuery('GET /api/organisationseasons/:id/members/preview', { params: { id: seasonId } }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
});

/** Dialog for a season. Where it becomes the current one, it says before saving what happens to people, and offers to add them. */
export function SeasonDialog({ addPeople, ...others }: Props) {
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(true);
  const { item } = others;
  const query = previewQuery(item?.id ?? 0);
  return (
    <ItemDialog
      {...others}
      onSaved={(id, { isCurrent }) => {
        const preview = client.getQueryData(query.queryKey)?.preview;
        if (isCurrent && isAdding && preview && preview.fromSeasonId !== null && countToAdd(preview) > 0)
          addPeople({ id, fromSeasonId: preview.fromSeasonId });
      }}
    >
      {({ isCurrent }) =>
        isCurrent === true &&
        item?.values.isCurrent !== true && <BecomesCurrent query={query} isAdding={isAdding} onChange={setAdding} />
      }
    </ItemDialog>
  );
}

interface BecomesCurrentProps {
  query: ReturnType<typeof previewQuery>;
  isAdding: boolean;
  onChange: (isAdding: boolean) => void;
}

function BecomesCurrent({ query, ...choice }: BecomesCurrentProps) {
  const { data, error } = useQuery(query);
  return <SeasonMembers preview={data?.preview} error={error} {...choice} />;
}
