import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import css from './approvals.module.css';

interface Props {
  title: string;
  /** What the decision will do, and that it cannot be undone. */
  explanation: string;
  confirmLabel: string;
  /** Whether a reason has to be given. */
  withReason: boolean;
  /** Whether a PO number has to be given. */
  withPoNumber?: boolean;
  isBusy: boolean;
  /** The messages of the server about fields. */
  errors: Readonly<Record<string, readonly string[]>>;
  onClose: () => void;
  onConfirm: (input: { rejectReason?: string; poNumber?: string }) => void;
}

/** Asks for what a decision needs, and says what it does. */
export function DecisionDialog({
  title,
  explanation,
  confirmLabel,
  withReason,
  withPoNumber = false,
  isBusy,
  errors,
  onClose,
  onConfirm,
}: Props) {
  const [reason, setReason] = useState('');
  const [poNumber, setPoNumber] = useState('');
  const [isTried, setTried] = useState(false);
  const missingReason = withReason && reason.trim() === '' ? 'Please enter a reason.' : undefined;
  const missingNumber = withPoNumber && poNumber.trim() === '' ? 'Please enter a PO number.' : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (missingReason || missingNumber) return;
    onConfirm({
      ...(withReason && { rejectReason: reason.trim() }),
      ...(withPoNumber && { poNumber: poNumber.trim() }),
    });
  }

  return (
    <Dialog opened onClose={onClose} title={title} closeLabel="Close without deciding" width={480} sheet>
      <form className={css.form} noValidate onSubmit={submit}>
        <p>{explanation}</p>
        {withPoNumber && (
          <TextInput
            label="PO number"
            maxLength={100}
            value={poNumber}
            error={errors.poNumber?.join(' ') ?? (isTried && missingNumber)}
            onChange={(event) => setPoNumber(event.currentTarget.value)}
            data-autofocus
          />
        )}
        {withReason && (
          <Textarea
            label="Reason"
            description="At most 500 characters. We email it with your decision."
            maxLength={500}
            autosize
            minRows={3}
            value={reason}
            error={errors.rejectReason?.join(' ') ?? (isTried && missingReason)}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus={!withPoNumber || undefined}
          />
        )}
        <div className={css.dialogActions}>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            Back
          </Button>
          <Button type="submit" loading={isBusy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
