import { Textarea, TextInput } from '@mantine/core';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { parseEntitlementAmount, validateAmountAndReason } from '../amount.ts';
import css from './ask-for-more.module.css';
import type { useOwnRequests } from './use-own-requests.ts';

interface Props {
  accountId: number;
  name: string;
  unit: string;
  ask: ReturnType<typeof useOwnRequests>['ask'];
  onClose: () => void;
}

const AMOUNT_LABELS: Readonly<Record<string, string>> = {
  pieces: 'How many more pieces?',
  points: 'How many more points?',
  money: 'How much more, excluding tax?',
};

/** Amount and reason of a request for more. Unsaved input survives closing the sheet that contains it. */
export function AskForm({ accountId, name, unit, ask, onClose }: Props) {
  const form = useEntityForm({
    draftKey: `ask-for-more/${accountId}`,
    saved: { amount: unit === 'pieces' ? '1' : '', reason: '' },
    validate: validateAmountAndReason,
    save: ({ values: { amount, reason } }) => ask.mutateAsync({ accountId, amount: parseEntitlementAmount(amount) ?? 0, reason }),
    onSaved: onClose,
  });
  return (
    <StackedForm {...form.formProps} gap="sm" aria-label={`Ask for more: ${name}`}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput
        className={css.amount}
        label={AMOUNT_LABELS[unit]}
        inputMode={unit === 'money' ? 'decimal' : 'numeric'}
        maxLength={9}
        autoFocus
        {...form.getInputProps('amount')}
      />
      <Textarea
        label="Reason"
        description="Your administrator reads it and decides within 30 days."
        maxLength={500}
        autosize
        minRows={2}
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
