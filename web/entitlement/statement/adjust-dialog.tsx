import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { formatAmount } from '../reasoning.ts';
import css from './statement.module.css';
import { nameBalance, parseAdjustmentAmount, type StatementAccount } from './statement-model.ts';
import type { useAdjustments } from './use-adjustments.ts';

interface Props {
  account: StatementAccount;
  personName: string;
  currencyCode: string;
  adjust: ReturnType<typeof useAdjustments>['adjust'];
  onClose: () => void;
}

const UNIT_LABELS: Readonly<Record<string, string>> = { pieces: 'Pieces', points: 'Points', money: 'Amount' };

/** Adds to a balance or removes from it, with a reason. */
export function AdjustDialog({ account, personName, currencyCode, adjust, onClose }: Props) {
  const { unit, left } = account;
  const [sign, setSign] = useState(1);
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});

  async function save(event: FormEvent) {
    event.preventDefault();
    const size = parseAdjustmentAmount(amount);
    const found = {
      ...(size ? {} : { amount: ['Please enter a number above 0.'] }),
      ...(reason.trim() === '' ? { reason: ['Please enter a reason.'] } : {}),
    };
    setErrors(found);
    if (!size || Object.keys(found).length > 0) return;
    try {
      await adjust.mutateAsync({ account, amount: sign * size, reason });
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
        <div className={css.amountFields}>
          <NativeSelect
            label="Change"
            rightSection={<DownIcon size={16} />}
            value={String(sign)}
            data={[
              { value: '1', label: 'Add' },
              { value: '-1', label: 'Remove' },
            ]}
            onChange={(event) => setSign(Number(event.currentTarget.value))}
          />
          <TextInput
            label={UNIT_LABELS[unit]}
            inputMode={unit === 'money' ? 'decimal' : 'numeric'}
            value={amount}
            error={errors.amount?.join(' ')}
            onChange={(event) => setAmount(event.currentTarget.value)}
            data-autofocus
          />
        </div>
        <Textarea
          label="Reason"
          description={`${personName} can read it in their statement.`}
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          error={errors.reason?.join(' ')}
          onChange={(event) => setReason(event.currentTarget.value)}
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
