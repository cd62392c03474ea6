import { Textarea } from '@mantine/core';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import type { useOwnTimeRequests } from './use-own-time-requests.ts';

interface Props {
  seasonId: number;
  ask: ReturnType<typeof useOwnTimeRequests>['ask'];
  onClose: () => void;
}

/** The reason of a request for more time, which need not be given. Unsaved input survives closing the form. */
export function AskTimeForm({ seasonId, ask, onClose }: Props) {
  const form = useEntityForm({
    draftKey: `ask-for-more-time/${seasonId}`,
    saved: { reason: '' },
    save: ({ values: { reason } }) => ask.mutateAsync({ seasonId, reason }),
    onSaved: onClose,
  });
  return (
    <StackedForm {...form.formProps} gap="sm" aria-label="Ask for more time">
      <FormNotices otherErrors={form.otherErrors} />
      <Textarea
        label="Reason (optional)"
        description="Your administrator sees your message and your chosen garments, and decides within 30 days."
        maxLength={500}
        autosize
        minRows={2}
        autoFocus
        {...form.getInputProps('reason')}
      />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        Send request
      </FormButtons>
    </StackedForm>
  );
}
