import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { useWebhookClient } from './webhook-client.ts';
import { describeResult, labelEvent, type WebhookDelivery } from './webhook-texts.ts';

/** Sends an event to its webhook again. */
export function ResendButton({ delivery: { id, eventId, eventType } }: { delivery: WebhookDelivery }) {
  const client = useQueryClient();
  const webhooks = useWebhookClient();
  const resend = useMutation({
    mutationFn: () => webhooks.resend(id),
    onSuccess: (sent) => {
      const result = describeResult(sent);
      if (sent.status === 'delivered') showSuccess(result);
      else showError(result);
    },
    onError: (error) => showError(error),
    onSettled: () => webhooks.refresh(client),
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={resend.isPending}
      aria-label={`Send again: ${labelEvent(eventType)} ${eventId}`}
      onClick={() => resend.mutate()}
    >
      Send again
    </Button>
  );
}
