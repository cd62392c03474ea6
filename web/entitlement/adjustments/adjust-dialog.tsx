import { Text } from '@mantine/core';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { validateAmountAndReason } from '../amount.ts';
import { formatAmount } from '../reasoning.ts';
import { nameBalance, type StatementAccount } from '../statement-model.ts';
import { AdjustmentFields, EMPTY_ADJUSTMENT, toAdjustment } from './adjustment-fields.tsx';
import type { useAdjustments } from './use-adjustments.ts';

interface Props {
  account: StatementAccount;
  personName: string;
  currencyCode: string;
  adjust: ReturnType<typeof useAdjustments>['adjust'];
  onClose: () => void;
}

/** Adds to a balance or removes from it, with a reason. */
export function AdjustDialog({ account, personName, currencyCode, adjust, onClose }: Props) {
  const { unit, left } = account;
  const form = useEntityForm({
    draftKey: `adjustment.${account.id}`,
    saved: EMPTY_ADJUSTMENT,
    validate: validateAmountAndReason,
    save: ({ values }) => adjust.mutateAsync({ account, ...toAdjustment(values) }),
    onSaved: onClose,
  });

  return (
    <Dialog opened onClose={onClose} title={`Adjust ${nameBalance(account)}`} closeLabel="Close without saving" width={440}>
      <StackedForm {...form.formProps}>
        <FormNotices otherErrors={form.otherErrors} />
        <Text size="sm" c="dimmed">
          Left now: {formatAmount(left ?? 0, unit, currencyCode)}
        </Text>
        <AdjustmentFields
          unit={unit}
          values={form.values}
          getInputProps={form.getInputProps}
          isFirst
          reasonHint={`${personName} will see it in their statement.`}
          set={form.set}
        />
        <FormButtons
          isSaving={form.isSaving}
          onCancel={() => {
            form.discard();
            onClose();
          }}
        >
          Save adjustment
        </FormButtons>
      </StackedForm>
    </Dialog>
  );
}
