import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { operatorApi } from '../../session/operator-api.ts';
import css from './categories.module.css';
import { CategoryForm } from './category-form.tsx';
import { type KeptCategory, listBelow } from './category-nodes.ts';
import { MergeCategory } from './merge-category.tsx';
import { useRefreshCategories } from './use-category-tree.ts';

interface Props {
  categories: readonly KeptCategory[];
  category: KeptCategory;
  onClose: () => void;
}

/** What can be done with a category: change, merge and delete it. */
export function CategoryDialogContent({ categories, category, onClose }: Props) {
  const [view, setView] = useState<'edit' | 'merge' | 'delete'>('edit');
  const reasonId = useId();
  const back = () => setView('edit');
  if (category.refusal !== null) return <Notice>{category.refusal}</Notice>;
  if (view === 'merge') return <MergeCategory categories={categories} category={category} onBack={back} onClose={onClose} />;
  if (view === 'delete') return <DeleteCategory category={category} onBack={back} onClose={onClose} />;
  const isEmpty = category.products === 0 && listBelow(categories, category.id).length === 0;
  return (
    <Stack gap={20}>
      <CategoryForm categories={categories} category={category} onClose={onClose} />
      <div className={css.further}>
        <ButtonRow>
          <Button variant="default" onClick={() => setView('merge')}>
            Merge into another
          </Button>
          <Button
            variant="default"
            disabled={!isEmpty}
            aria-describedby={isEmpty ? undefined : reasonId}
            onClick={() => setView('delete')}
          >
            Delete category
          </Button>
        </ButtonRow>
        {!isEmpty && (
          <Text id={reasonId} size="sm" c="dimmed">
            Only an empty category can be deleted. Merge it, or move its contents first.
          </Text>
        )}
      </div>
    </Stack>
  );
}

function DeleteCategory({
  category: { id, name },
  onBack,
  onClose,
}: {
  category: KeptCategory;
  onBack: () => void;
  onClose: () => void;
}) {
  const refresh = useRefreshCategories();
  const remove = useMutation({
    mutationFn: () => operatorApi('DELETE /api/operator/categories/:id', { params: { id } }),
    onSuccess: async () => {
      showSuccess(`${name} has been deleted.`);
      onClose();
      await refresh();
    },
    onError: async (error) => {
      showError(error);
      await refresh();
    },
  });
  return (
    <Stack gap={18}>
      <Text>Delete {name}? It has no products and no categories below it. You can’t undo this.</Text>
      <ButtonRow>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          Delete category
        </Button>
        <Button variant="default" disabled={remove.isPending} onClick={onBack}>
          Back
        </Button>
      </ButtonRow>
    </Stack>
  );
}
