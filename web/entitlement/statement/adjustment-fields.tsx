import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { parseEntitlementAmount } from '../amount.ts';
import css from './statement.module.css';

/** An adjustment as it is entered. */
export interface AdjustmentDraft {
  /** 1 to add, -1 to remove. */
  sign: number;
  amount: string;
  reason: string;
}

export const EMPTY_ADJUSTMENT: AdjustmentDraft = { sign: 1, amount: '', reason: '' };

export type AdjustmentErrors = Readonly<Record<string, readonly string[]>>;

/** The amount with its sign and the reason, or what is wrong with the fields. */
export function readAdjustment({
  sign,
  amount,
  reason,
}: AdjustmentDraft): { amount: number; reason: string } | { errors: AdjustmentErrors } {
  const size = parseEntitlementAmount(amount);
  if (size && reason.trim() !== '') return { amount: sign * size, reason };
  return {
    errors: {
      ...(size ? {} : { amount: ['Please enter a number above 0.'] }),
      ...(reason.trim() === '' ? { reason: ['Please enter a reason.'] } : {}),
    },
  };
}

const UNIT_LABELS: Readonly<Record<string, string>> = { pieces: 'Pieces', points: 'Points', money: 'Amount' };

interface Props {
  unit: string;
  draft: AdjustmentDraft;
  errors: AdjustmentErrors;
  /** Who can read the reason. */
  reasonHint: string;
  /** Whether the amount is the first field of its dialog. */
  isFirst?: boolean;
  onChange: (draft: AdjustmentDraft) => void;
}

/** Whether to add or remove, how much, and why. */
export function AdjustmentFields({ unit, draft, errors, reasonHint, isFirst = false, onChange }: Props) {
  const change = (part: Partial<AdjustmentDraft>) => onChange({ ...draft, ...part });
  return (
    <>
      <div className={css.amountFields}>
        <NativeSelect
          label="Change"
          rightSection={<DownIcon size={16} />}
          value={String(draft.sign)}
          data={[
            { value: '1', label: 'Add' },
            { value: '-1', label: 'Remove' },
          ]}
          onChange={(event) => change({ sign: Number(event.currentTarget.value) })}
        />
        <TextInput
          label={UNIT_LABELS[unit]}
          inputMode={unit === 'money' ? 'decimal' : 'numeric'}
          value={draft.amount}
          error={errors.amount?.join(' ')}
          onChange={(event) => change({ amount: event.currentTarget.value })}
          data-autofocus={isFirst || undefined}
        />
      </div>
      <Textarea
        label="Reason"
        description={reasonHint}
        maxLength={500}
        autosize
        minRows={2}
        value={draft.reason}
        error={errors.reason?.join(' ')}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
    </>
  );
}
