import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { MAX_LEAD_TIME_DAYS } from '#contract/ordering/made-to-measure/made-to-measure-limits.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatMoney } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';

interface Props {
  request: { id: number; currencyCode: string; listPrice: number | null };
  onClose: () => void;
}

/** Closes the form, and loads the request and the lists again. */
function useAnswered({ request, onClose }: Props) {
  const client = useQueryClient();
  return (text: string) => {
    onClose();
    showSuccess(`M${request.id} ${text}`);
    return invalidateOperatorCalls(client, 'GET /api/operator/madetomeasure', 'GET /api/operator/madetomeasure/:id');
  };
}

const parse = (text: string) => Number(text.trim().replace(',', '.'));

/** Price, lead time and a note for the wearer. */
export function AnswerForm(props: Props) {
  const { id, currencyCode, listPrice } = props.request;
  const answered = useAnswered(props);
  const form = useEntityForm<{ unitPrice: string; leadTimeDays: string; answer: string }, unknown>({
    draftKey: `made-to-measure-answer:${id}`,
    saved: { unitPrice: '', leadTimeDays: '', answer: '' },
    version: 0,
    validate: ({ unitPrice, leadTimeDays }) => ({
      ...((unitPrice.trim() === '' || !(parse(unitPrice) >= 0)) && { unitPrice: 'Enter the price of one piece, excluding tax.' }),
      ...(!(Number.isInteger(parse(leadTimeDays)) && parse(leadTimeDays) >= 1) && {
        leadTimeDays: `Enter 1 to ${MAX_LEAD_TIME_DAYS} days.`,
      }),
    }),
    save: ({ values: { unitPrice, leadTimeDays, answer } }) =>
      operatorApi('POST /api/operator/madetomeasure/:id/answer', {
        params: { id },
        body: { unitPrice: parse(unitPrice), leadTimeDays: parse(leadTimeDays), answer: answer.trim() || null },
      }),
    onSaved: () => answered('answered. We’ve emailed the wearer.'),
  });
  const surcharge = listPrice === null ? 0 : parse(form.values.unitPrice) - listPrice;
  return (
    <StackedForm maw={480} {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput
        label={`Unit price in ${currencyCode}, excluding tax`}
        description={
          listPrice !== null &&
          `${formatMoney(listPrice, currencyCode)} in the range.${surcharge > 0 ? ` This is ${formatMoney(surcharge, currencyCode)} more, which counts in the wearer’s budget.` : ''}`
        }
        inputMode="decimal"
        {...form.getInputProps('unitPrice')}
      />
      <TextInput label="Lead time in days" inputMode="numeric" {...form.getInputProps('leadTimeDays')} />
      <Textarea
        label="Note for the wearer (optional)"
        description="Sent by email, so don’t include measurements."
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('answer')}
      />
      <FormButtons isSaving={form.isSaving} onCancel={props.onClose}>
        Send the answer
      </FormButtons>
    </StackedForm>
  );
}

/** Declining, with the reason for the wearer. */
export function DeclineForm(props: Props) {
  const { id } = props.request;
  const answered = useAnswered(props);
  const form = useEntityForm<{ reason: string }, unknown>({
    draftKey: `made-to-measure-decline:${id}`,
    saved: { reason: '' },
    version: 0,
    validate: ({ reason }): Record<string, string> => (reason.trim() === '' ? { reason: 'Enter a reason.' } : {}),
    save: ({ values: { reason } }) =>
      operatorApi('POST /api/operator/madetomeasure/:id/decline', { params: { id }, body: { reason } }),
    onSaved: () => answered('declined and its measurements deleted. We’ve emailed the wearer.'),
  });
  return (
    <StackedForm maw={480} {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <Textarea
        label="Reason"
        description="Shown to the wearer in the email."
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
      <FormButtons isSaving={form.isSaving} onCancel={props.onClose} color="red">
        Decline the request
      </FormButtons>
    </StackedForm>
  );
}
