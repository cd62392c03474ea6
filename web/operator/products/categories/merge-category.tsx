import { Button, NativeSelect, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { operatorApi, operatorQuery } from '../../session/operator-api.ts';
import { describeMerge, formatPath, type KeptCategory, listBranchIds } from './category-nodes.ts';
import { useRefreshCategories } from './use-category-tree.ts';

interface Props {
  categories: readonly KeptCategory[];
  category: KeptCategory;
  onBack: () => void;
  onClose: () => void;
}

/** Merges a category into another one, after saying what that moves. */
export function MergeCategory({ categories, category, onBack, onClose }: Props) {
  const { id, name, version } = category;
  const [intoId, setIntoId] = useState('');
  const keyOf = useIdempotencyKey();
  const refresh = useRefreshCategories();
  const preview = useQuery({
    ...operatorQuery('GET /api/operator/categories/:id/merge', { params: { id }, query: { intoId: Number(intoId) } }),
    enabled: intoId !== '',
    staleTime: 0,
  });
  const merge = useMutation({
    mutationFn: () => {
      const body = { intoId: Number(intoId), version };
      return operatorApi('POST /api/operator/categories/:id/merge', { params: { id }, body, headers: keyOf(body) });
    },
    onSuccess: async ({ category: { name: into } }) => {
      showSuccess(`${name} has been merged into ${into}.`);
      onClose();
      await refresh();
    },
    onError: async (error) => {
      showError(error);
      await refresh();
    },
  });
  const own = new Set(listBranchIds(categories, category));
  const targets = categories.filter((each) => !own.has(each.id));
  const into = targets.find((each) => String(each.id) === intoId);
  const counted = into && preview.data;
  return (
    <Stack gap={18}>
      <NativeSelect
        label={`Merge ${name} into`}
        data={[
          { value: '', label: 'Select a category' },
          ...targets.map((each) => ({ value: String(each.id), label: formatPath(each) })),
        ]}
        value={intoId}
        onChange={(event) => setIntoId(event.currentTarget.value)}
        rightSection={<DownIcon size={16} />}
        data-autofocus
      />
      {counted && (
        <Notice tone={counted.problem === null ? 'warning' : 'danger'} role="status">
          {counted.problem ?? describeMerge(counted, name, into.name)}
        </Notice>
      )}
      <ButtonRow>
        <Button loading={merge.isPending} disabled={counted?.problem !== null} onClick={() => merge.mutate()}>
          Merge categories
        </Button>
        <Button variant="default" disabled={merge.isPending} onClick={onBack}>
          Back
        </Button>
      </ButtonRow>
    </Stack>
  );
}
