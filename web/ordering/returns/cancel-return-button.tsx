import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, invalidateCalls } from '#web/app/api.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import type { ReturnRequest } from './return-status.ts';

interface Props {
  request: ReturnRequest;
  size?: 'compact-sm' | undefined;
}

/** Cancels a return request; nothing where that is no longer possible. */
export function CancelReturnButton({ request: { id, customNumber, cancelAllowed }, size }: Props) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api('POST /api/returnrequest/:id/cancel', { params: { id } }),
    onSuccess: ({ msg }) => {
      showSuccess(msg ?? '');
      return invalidateCalls(client, 'GET /api/customerreturnrequests', 'GET /api/orders', 'GET /api/orders/:id');
    },
    onError: (error) => showError(error),
  });
  return (
    cancelAllowed && (
      <Button
        size={size}
        variant="default"
        loading={cancel.isPending}
        aria-label={`Cancel request ${customNumber}`}
        onClick={() => cancel.mutate()}
      >
        Cancel request
      </Button>
    )
  );
}
