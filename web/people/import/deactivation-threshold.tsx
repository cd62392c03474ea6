import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './import.module.css';

const inWords = (percent: number) =>
  percent === 100
    ? 'The number of accounts that would be closed is never asked for.'
    : percent === 0
      ? 'Before an import closes any account, the number must be confirmed.'
      : `Before an import closes more than ${percent} % of the active people’s accounts, the number must be confirmed.`;

/** From which share of closed accounts on an import has to be confirmed: set once for all files of the organisation. */
export function DeactivationThreshold() {
  const caller = useCaller();
  const { data } = useQuery(apiQuery('GET /api/peopleimports/settings'));
  if (!data || !caller) return null;
  const { brakePercent } = data.peopleImportSettings;
  const maySet = caller.adminableOrganisationGroupIds.length === 0;
  return (
    <section className={css.past} aria-labelledby="brake">
      <h2 id="brake" className={css.heading}>
        Brake
      </h2>
      <Card>
        <div className={css.stack}>
          <p className={css.explained}>
            {inWords(brakePercent)} A file that was cut off would otherwise close accounts of people who still work here.
            {!maySet && ' An administrator of the whole organisation sets this.'}
          </p>
          {maySet && <DeactivationThresholdForm saved={brakePercent} />}
        </div>
      </Card>
    </section>
  );
}

function DeactivationThresholdForm({ saved }: { saved: number }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const value = typed ?? String(saved);
  const save = useMutation({
    mutationFn: (brakePercent: number) =>
      api('PUT /api/peopleimports/settings', { body: { peopleImportSettings: { brakePercent, seenPercent: saved } } }),
    onSuccess: (answer) => {
      client.setQueryData(apiQuery('GET /api/peopleimports/settings').queryKey, answer);
      setTyped(undefined);
      showSuccess(`The brake is set to ${answer.peopleImportSettings.brakePercent} %.`);
      // What was previewed is held to it, too.
      void invalidateCalls(client, 'GET /api/peopleimports', 'GET /api/peopleimports/:id');
    },
    onError: (error) => {
      if (error instanceof ApiError && error.errors.brakePercent) setProblem(error.errors.brakePercent[0]);
      showError(error);
      void invalidateCalls(client, 'GET /api/peopleimports/settings');
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const percent = Number(value.replace('%', ''));
    const isPercent = value.trim() !== '' && Number.isInteger(percent) && percent >= 0 && percent <= 100;
    setProblem(isPercent ? undefined : 'The share must be a whole number from 0 to 100.');
    if (isPercent) save.mutate(percent);
  }
  return (
    <form noValidate className={css.brake} onSubmit={submit}>
      <TextInput
        name="brakePercent"
        label="Ask above this share, in percent"
        description="0 asks always, 100 never."
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={value}
        error={problem}
        onChange={({ currentTarget }) => {
          setProblem(undefined);
          setTyped(currentTarget.value);
        }}
      />
      <Button type="submit" variant="default" loading={save.isPending} disabled={value.trim() === String(saved)}>
        Save
      </Button>
    </form>
  );
}
