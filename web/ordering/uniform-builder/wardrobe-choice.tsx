import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import type { Builder } from './builder-model.ts';
import css from './wardrobe-choice.module.css';

/** Opens another of the wearer's wardrobes. The server remembers the choice. */
export function WardrobeChoice({ builder: { collection, organisationCollections } }: { builder: Builder }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const change = useMutation({
    mutationFn: async (organisationCollectionId: number) => {
      await api('PUT /api/organisation/uniformbuilder/updatecustomercollection', { body: { organisationCollectionId } });
      await invalidateCalls(
        client,
        'GET /api/organisation/uniformbuilder/:id',
        'GET /api/productorganisation/uniformBuilderProducts/:id',
      );
      await navigate(paths.uniformBuilder());
    },
    onError: (error) => showError(error),
  });
  return (
    <NativeSelect
      className={css.choice}
      label="Wardrobe"
      rightSection={<DownIcon size={16} />}
      disabled={change.isPending}
      value={String(change.isPending ? change.variables : collection.id)}
      data={organisationCollections.map(({ id, name, seasonName }) => ({
        value: String(id),
        label: seasonName ? `${name} · ${seasonName}` : name,
      }))}
      onChange={(event) => change.mutate(Number(event.currentTarget.value))}
    />
  );
}
