import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { formatAmount } from '../reasoning.ts';
import { type AdjustmentErrors, AdjustmentFields, EMPTY_ADJUSTMENT, readAdjustment } from './adjustment-fields.tsx';
import css from './statement.module.css';
import { nameBalance, type StatementAccount } from './statement-model.ts';
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
  const [draft, setDraft] = useState(EMPTY_ADJUSTMENT);
  const [errors, setErrors] = useState<AdjustmentErrors>({});

  async function save(event: FormEvent) {
    event.preventDefault();
    const values = readAdjustment(draft);
    if ('errors' in values) return setErrors(values.errors);
    setErrors({});
    try {
      await adjust.mutateAsync({ account, ...values });
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? error.errors : {};
      setErrors(fields);
      if (!fields.amount && !fields.reason) showError(error);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={`Adjust ${nameBalance(account)}`} closeLabel="Close without saving" width={440}>
      <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
        <p className={css.note}>Left now: {formatAmount(left ?? 0, unit, currencyCode)}</p>
        <AdjustmentFields
          unit={unit}
          draft={draft}
          errors={errors}
          isFirst
          reasonHint={`${personName} can read it in their statement.`}
          onChange={setDraft}
        />
        <div className={css.formActions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={adjust.isPending}>
            Save adjustment
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
