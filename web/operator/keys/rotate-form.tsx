import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { showError } from '#web/ui/feedback/alerts.ts';
import { formatDateTime } from '#web/ui/format/format.ts';
import css from '../operator-forms.module.css';
import { operatorApi } from '../session/operator-api.ts';

interface Props {
  apiKey: { id: number; name: string };
  onRotated: (secret: string, note: string) => void;
  onCancel: () => void;
}

/** Replaces the secret of an API key; the previous one is accepted for some hours more. */
export function RotateForm({ apiKey: { id, name }, onRotated, onCancel }: Props) {
  const [hours, setHours] = useState('24');
  const [problem, setProblem] = useState<string>();
  const rotation = useMutation({
    mutationFn: (overlapHours: number) =>
      operatorApi('POST /api/operator/apikeys/:id/rotate', { params: { id }, body: { overlapHours } }),
    onSuccess: ({ secret, previousSecretEndsUtc }) =>
      onRotated(secret, `The previous secret is accepted until ${formatDateTime(previousSecretEndsUtc)}.`),
    onError: (error) => showError(error),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const isValid = /^\d{1,3}$/.test(hours.trim()) && Number(hours) <= 720;
    setProblem(isValid ? undefined : 'Enter a whole number of hours from 0 to 720');
    if (isValid) rotation.mutate(Number(hours));
  }

  return (
    <form noValidate onSubmit={submit} className={css.form}>
      <p>{name} gets a new secret. Change the other system to it before the previous secret ends.</p>
      <TextInput
        label="Hours for which the previous secret is still accepted"
        name="overlapHours"
        inputMode="numeric"
        value={hours}
        error={problem}
        onChange={(event) => setHours(event.currentTarget.value)}
      />
      <div className={css.buttons}>
        <Button type="submit" loading={rotation.isPending}>
          Create new secret
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
