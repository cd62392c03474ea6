import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { parseEntitlementAmount } from '../amount.ts';
import css from './adjustments.module.css';

/** An adjustment as it is entered. */
export interface AdjustmentDraft {
  /** 1 to add, -1 to remove. */
  sign: number;
  amount: string;
  reason: string;
}

export const EMPTY_ADJUSTMENT: AdjustmentDraft = { sign: 1, amount: '', reason: '' };

/** The amount with its sign, and the reason, of an adjustment that `validateAmountAndReason` finds complete. */
export const toAdjustment = ({ sign, amount, reason }: AdjustmentDraft): { amount: number; reason: string } => ({
  amount: sign * (parseEntitlementAmount(amount) ?? 0),
  reason,
});

const UNIT_LABELS: Readonly<Record<string, string>> = { pieces: 'Pieces', points: 'Points', money: 'Amount' };

interface Props {
  unit: string;
  values: AdjustmentDraft;
  /** Value, error, name and change handler of a field. */
  getInputProps: (name: 'amount' | 'reason') => object;
  /** Who can read the reason. */
  reasonHint: string;
  /** Whether the amount is the first field of its dialog. */
  isFirst?: boolean;
  set: (change: { sign: number }) => void;
}

/** Whether to add or remove, how much, and why. */
export function AdjustmentFields({ unit, values, getInputProps, reasonHint, isFirst = false, set }: Props) {
  return (
    <>
      <div className={css.amountFields}>
        <NativeSelect
          label="Change"
          rightSection={<DownIcon size={16} />}
          value={String(values.sign)}
          data={[
            { value: '1', label: 'Add' },
            { value: '-1', label: 'Remove' },
          ]}
          onChange={(event) => set({ sign: Number(event.currentTarget.value) })}
        />
        <TextInput
          label={UNIT_LABELS[unit]}
          inputMode={unit === 'money' ? 'decimal' : 'numeric'}
          data-autofocus={isFirst || undefined}
          {...getInputProps('amount')}
        />
      </div>
      <Textarea label="Reason" description={reasonHint} maxLength={500} autosize minRows={2} {...getInputProps('reason')} />
    </>
  );
}
