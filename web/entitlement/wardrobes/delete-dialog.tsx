import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';

interface Props {
  name: string;
  /** Identifies the wardrobe. */
  usageKey: readonly unknown[];
  usage: () => Promise<{ refusal: string | null; consequence: string | null }>;
  /** Deletes it, after the person has read the consequence. */
  remove: () => Promise<void>;
  onClose: () => void;
}

/** Dialog for deleting a wardrobe. It says what that means, or why it is not possible. */
export function DeleteDialog({ name, usageKey, usage, remove, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['usage of a wardrobe', ...usageKey],
    queryFn: usage,
    staleTime: 0,
    gcTime: 0,
  });
  useRestoreFocus();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      showSuccess(`“${name}” deleted.`, { persistent: true });
      onClose();
    },
    onError: (problem) => {
      showError(problem);
      // Something may have started to use it in the meantime.
      void refetch();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={`Delete ${name}?`} closeLabel="Close without deleting" width={520}>
      {data === undefined ? (
        error ? (
          <ErrorState title="We could not check where it is used." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading>
            <SkeletonText lines={3} />
          </Loading>
        )
      ) : data.refusal ? (
        <Stack>
          <Notice tone="warning">{data.refusal}</Notice>
          <ButtonRow>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </ButtonRow>
        </Stack>
      ) : (
        <Stack>
          {data.consequence ? (
            <Notice tone="warning">{data.consequence}</Notice>
          ) : (
            <p>Not in use. It will be deleted permanently.</p>
          )}
          <ButtonRow>
            <Button loading={removal.isPending} disabled={removal.isPending} onClick={() => removal.mutate()}>
              Delete wardrobe
            </Button>
            <Button variant="default" disabled={removal.isPending} onClick={onClose}>
              Cancel
            </Button>
          </ButtonRow>
        </Stack>
      )}
    </Dialog>
  );
}
