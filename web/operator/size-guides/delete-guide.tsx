import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { operatorPaths } from '../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import type { EditedSizeGuide } from './guide-table.ts';

/** Deletes a guide that no product uses, after one question. */
export function DeleteGuide({ guide: { id, name, refusal, products } }: { guide: EditedSizeGuide }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const reasonId = useId();
  const remove = useMutation({
    mutationFn: () => operatorApi('DELETE /api/operator/sizeguides/:id', { params: { id } }),
    onSuccess: async () => {
      void navigate(operatorPaths.sizeGuides);
      await invalidateOperatorCalls(client, 'GET /api/operator/sizeguides');
      showSuccess(`${name} has been deleted.`, { persistent: true });
    },
    onError: (error) => showError(error),
  });
  if (isAsking) {
    return (
      <>
        <span>Delete this size guide? You can’t undo this.</span>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          Delete size guide
        </Button>
        <Button variant="default" disabled={remove.isPending} onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </>
    );
  }
  const users = products.length === 1 ? '1 product uses' : `${products.length} products use`;
  const blocker =
    refusal ?? (products.length > 0 ? `You can’t delete it: ${users} this size guide. Give them another one first.` : undefined);
  return (
    <>
      <Button
        variant="default"
        disabled={blocker !== undefined}
        aria-describedby={blocker === undefined ? undefined : reasonId}
        onClick={() => setAsking(true)}
      >
        Delete size guide
      </Button>
      {blocker !== undefined && (
        <Text id={reasonId} size="sm" c="dimmed">
          {blocker}
        </Text>
      )}
    </>
  );
}
