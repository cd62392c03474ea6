import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { countToAdd, SeasonMembers } from '../season-members/season-members-preview.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { getDecidingChange, SeasonButtons, SeasonEffect, seasonEffectQuery } from './season-effect.tsx';

/** Adds the people of a season to another one. */
export type AddPeople = (seasons: { id: number; fromSeasonId: number }) => void;

type Props = Omit<ComponentProps<typeof ItemDialog>, 'buttons' | 'children' | 'onSaved'> & { addPeople: AddPeople };

/** Orders and other changes decide the numbers too, so they are asked for each time. */
const previewQuery = (seasonId: number) => ({
  ...apiQuery('GET /api/organisationseasons/:id/members/preview', { params: { id: seasonId } }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
});

/**
 * Dialog for a season. It says before saving whom other days or another current season affect, and what is saved counts for what was shown. Where the season becomes
 * the current one, it offers to add people.
 */
export function SeasonDialog({ addPeople, ...others }: Props) {
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(true);
  const { item, kind } = others;
  const seasonId = item?.id ?? 0;
  const query = previewQuery(seasonId);
  const changeOf = (values: Parameters<typeof getDecidingChange>[1]) => getDecidingChange(item, values);
  const save: typeof kind.save = async (id, payload) => {
    const effect = seasonEffectQuery(seasonId, changeOf({ ...payload }));
    const seen = client.getQueryData(effect.queryKey)?.preview;
    try {
      return await kind.save(id, { ...payload, ...(seen && { outcomeFingerprint: seen.outcomeFingerprint }) });
    } catch (error) {
      // Refused because something else has changed: what is shown then is what it means now.
      void client.invalidateQueries({ queryKey: effect.queryKey });
      throw error;
    }
  };
  return (
    <ItemDialog
      {...others}
      kind={{ ...kind, save }}
      buttons={(values, usual) => <SeasonButtons seasonId={seasonId} change={changeOf(values)} usual={usual} />}
      onSaved={(id, { isCurrent }) => {
        const preview = client.getQueryData(query.queryKey)?.preview;
        if (isCurrent && isAdding && preview && preview.fromSeasonId !== null && countToAdd(preview) > 0)
          addPeople({ id, fromSeasonId: preview.fromSeasonId });
      }}
    >
      {(values) => (
        <>
          <SeasonEffect seasonId={seasonId} change={changeOf(values)} />
          {values.isCurrent === true && item?.values.isCurrent !== true && (
            <BecomesCurrent query={query} isAdding={isAdding} onChange={setAdding} />
          )}
        </>
      )}
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
