import { Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { mayRemain } from '#contract/ordering/remainder.ts';
import { plural } from '#web/ui/format/format.ts';
import { ChangeForm } from './change-form.tsx';
import { ChangedLine, describeQuantityRule, type Line } from './changed-line.tsx';
import { PiecesField } from './pieces-field.tsx';
import { type OrderChange, useOrderChange } from './use-order-change.ts';

interface Props {
  orderId: number;
  /** The line to cancel pieces of; everything pending without one. */
  line: Line | undefined;
  /** What the button of a whole order says. */
  label: string;
  onClose: () => void;
}

/** Cancels pieces of a line, or everything pending of an order, after showing what that does. */
export function CancelForm({ orderId, line, label, onClose }: Props) {
  const max = line?.cancellableQuantity ?? 0;
  const [quantity, setQuantity] = useState(max);
  const [isInvalid, setInvalid] = useState(false);
  const [reason, setReason] = useState('');
  const request = useMemo<OrderChange>(
    () => ({ kind: 'cancel', ...(line && { items: [{ id: line.id, quantity }] }) }),
    [line, quantity],
  );
  const change = useOrderChange(orderId, isInvalid ? undefined : request, onClose);
  return (
    <ChangeForm
      change={change}
      hint={isInvalid ? 'Enter a whole number of pieces.' : undefined}
      confirmLabel={line ? `Cancel ${plural(quantity, 'piece')}` : label}
      isDestructive
      reason={reason.trim()}
      onClose={onClose}
    >
      {line && <ChangedLine line={line} />}
      {line && (
        <PiecesField
          label="Pieces to cancel"
          value={quantity}
          max={max}
          allows={(pieces) => mayRemain(line, max - pieces)}
          rule={describeQuantityRule(line)}
          onChange={(value) => {
            setQuantity(value);
            change.reset();
          }}
          onInvalid={setInvalid}
        />
      )}
      <Textarea
        label="Reason (optional)"
        description="Shown in the order history and the email."
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ChangeForm>
  );
}
