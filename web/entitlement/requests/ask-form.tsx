import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { parseEntitlementAmount } from '../amount.ts';
import css from './ask-for-more.module.css';
import type { useOwnRequests } from './use-own-requests.ts';

interface Props {
  accountId: number;
  name: string;
  unit: string;
  ask: ReturnType<typeof useOwnRequests>['ask'];
  onClose: () => void;
}

type Errors = Readonly<Partial<Record<string, readonly string[]>>>;

const AMOUNT_LABELS: Readonly<Record<string, string>> = {
  pieces: 'How many more pieces?',
  points: 'How many more points?',
  money: 'How much more, excluding tax?',
};

/** Amount and reason of a request for more. Unsaved input survives closing the sheet that contains it. */
export function AskForm({ accountId, name, unit, ask, onClose }: Props) {
  const [draft, saveDraft] = useDraft<{ amount: string; reason: string }>(`ask-for-more/${accountId}`);
  const values = draft ?? { amount: unit === 'pieces' ? '1' : '', reason: '' };
  const [errors, setErrors] = useState<Errors>({});

  async function submit(event: FormEvent) {
    event.preventDefault();
    const amount = parseEntitlementAmount(values.amount);
    const found: Errors = {
      ...(amount ? {} : { amount: ['Please enter a number above 0.'] }),
      ...(values.reason.trim() === '' ? { reason: ['Please enter a reason.'] } : {}),
    };
    setErrors(found);
    if (!amount || Object.keys(found).length > 0) return;
    try {
      await ask.mutateAsync({ accountId, amount, reason: values.reason });
      saveDraft(undefined);
      onClose();
    } catch (error) {
      const fields: Errors = error instanceof ApiError ? error.errors : {};
      const isKnown = fields.amount || fields.reason;
      setErrors(isKnown ? fields : { form: [error instanceof Error ? error.message : String(error)] });
    }
  }

  function change(values: { amount: string; reason: string }) {
    saveDraft(values);
    setErrors({});
  }

  return (
    <form className={css.form} noValidate aria-label={`Ask for more: ${name}`} onSubmit={(event) => void submit(event)}>
      <TextInput
        className={css.amount}
        label={AMOUNT_LABELS[unit]}
        inputMode={unit === 'money' ? 'decimal' : 'numeric'}
        maxLength={9}
        autoFocus
        value={values.amount}
        error={errors.amount?.join(' ')}
        onChange={(event) => change({ ...values, amount: event.currentTarget.value })}
      />
      <Textarea
        label="Reason"
        description="Your administrator reads it and decides within 30 days."
        maxLength={500}
        autosize
        minRows={2}
        value={values.reason}
        error={errors.reason?.join(' ')}
        onChange={(event) => change({ ...values, reason: event.currentTarget.value })}
      />
      {errors.form && (
        <p className={css.error} role="alert">
          {errors.form.join(' ')}
        </p>
      )}
      <div className={css.actions}>
        <Button type="submit" loading={ask.isPending}>
          Send request
        </Button>
        <Button
          variant="default"
          onClick={() => {
            saveDraft(undefined);
            onClose();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
