import { Textarea } from '@mantine/core';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';
import { nameOfCustomer, type OperatorQuote } from './quote-labels.ts';
import { useShowQuote } from './use-answer.ts';

/** Declines a request, with the reason for the customer. */
export function DeclineQuoteForm({ quote, onClose }: { quote: OperatorQuote['quote']; onClose: () => void }) {
  const showQuote = useShowQuote();
  const form = useEntityForm<{ reason: string }, { quote: OperatorQuote }>({
    draftKey: `quote-decline:${quote.id}`,
    saved: { reason: '' },
    version: 0,
    validate: ({ reason }): Record<string, string> => (reason.trim() === '' ? { reason: 'Enter a reason.' } : {}),
    save: ({ values: { reason } }) =>
      operatorApi('POST /api/operator/quotes/:id/decline', { params: { id: quote.id }, body: { reason: reason.trim() } }),
    onSaved: ({ quote: declined }) => {
      onClose();
      showSuccess(`${quote.quoteNumber} declined. We’ve emailed ${nameOfCustomer(quote)}.`);
      showQuote(declined);
    },
    onUnchanged: () => undefined,
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <Textarea
        label="Reason"
        description="Shown to the customer on the quote and in the email."
        maxLength={500}
        autosize
        minRows={3}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <FormButtons isSaving={form.isSaving} onCancel={onClose} color="red">
        Decline the request
      </FormButtons>
    </StackedForm>
  );
}
