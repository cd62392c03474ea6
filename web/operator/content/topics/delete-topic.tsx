import { Button } from '@mantine/core';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { operatorPaths } from '../../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi } from '../../session/operator-api.ts';
import { type KeptTopic, nameTopic } from './topic-labels.ts';

const reload = (client: QueryClient) =>
  invalidateOperatorCalls(client, 'GET /api/operator/topics', 'GET /api/operator/topics/:id');

async function restore(client: QueryClient, { id, name }: { id: number; name: string }): Promise<void> {
  try {
    await operatorApi('POST /api/operator/topics/:id/restore', { params: { id } });
    showSuccess(`Undone. “${name}” has been restored.`);
    await reload(client);
  } catch (error) {
    showError(error);
  }
}

/** Deletes a topic at once; the message offers to put it back. */
export function DeleteTopic({ topic }: { topic: KeptTopic }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id } = topic;
  const name = nameTopic(topic);
  const remove = useMutation({
    mutationFn: () => operatorApi('DELETE /api/operator/topics/:id', { params: { id } }),
    onSuccess: async () => {
      void navigate(operatorPaths.topics);
      showSuccess(`“${name}” has been deleted. No one sees it any more.`, {
        persistent: true,
        action: { label: 'Undo', run: () => void restore(client, { id, name }) },
      });
      await reload(client);
    },
    onError: (error) => showError(error),
  });
  return (
    <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
      Delete
    </Button>
  );
}
