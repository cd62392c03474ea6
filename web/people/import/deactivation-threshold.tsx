import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './import.module.css';

const describeThreshold = (percent: number) =>
  percent === 100
    ? 'An import can close any number of accounts without confirmation.'
    : percent === 0
      ? 'Before an import closes any account, you must confirm the number.'
      : `Before an import closes more than ${percent} % of the active accounts, you must confirm the number.`;

/** The deactivation threshold, on screen "Safety limit", which applies to all imports of the organisation. */
export function DeactivationThreshold() {
  const caller = useCaller();
  const { data } = useQuery(apiQuery('GET /api/peopleimports/settings'));
  if (!data || !caller) return null;
  const { deactivationThreshold } = data.peopleImportSettings;
  const canEdit = caller.adminableOrganisationGroupIds.length === 0;
  return (
    <section className={css.past} aria-labelledby="safety-limit">
      <h2 id="safety-limit" className={css.heading}>
        Safety limit
      </h2>
      <Card>
        <div className={css.stack}>
          <p className={css.explained}>
            {describeThreshold(deactivationThreshold)} An incomplete file could otherwise close accounts of people who still work
            here.
            {!canEdit && ' Only an administrator of the whole organisation can change this.'}
          </p>
          {canEdit && <DeactivationThresholdForm saved={deactivationThreshold} />}
        </div>
      </Card>
    </section>
  );
}

function DeactivationThresholdForm({ saved }: { saved: number }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const value = draft ?? String(saved);
  const save = useMutation({
    mutationFn: (deactivationThreshold: number) =>
      api('PUT /api/peopleimports/settings', {
        body: { peopleImportSettings: { deactivationThreshold, expectedThreshold: saved } },
      }),
    onSuccess: (reply) => {
      client.setQueryData(apiQuery('GET /api/peopleimports/settings').queryKey, reply);
      setDraft(undefined);
      showSuccess(`The safety limit is ${reply.peopleImportSettings.deactivationThreshold} %.`);
      // It also applies to files that have been previewed.
      void invalidateCalls(client, 'GET /api/peopleimports', 'GET /api/peopleimports/:id');
    },
    onError: (error) => {
      if (error instanceof ApiError && error.errors.deactivationThreshold) setProblem(error.errors.deactivationThreshold[0]);
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
    <form noValidate className={css.threshold} onSubmit={submit}>
      <TextInput
        name="deactivationThreshold"
        label="Ask for confirmation above (%)"
        description="0 = always ask, 100 = never"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={value}
        error={problem}
        onChange={({ currentTarget }) => {
          setProblem(undefined);
          setDraft(currentTarget.value);
        }}
      />
      <Button type="submit" variant="default" loading={save.isPending} disabled={value.trim() === String(saved)}>
        Save
      </Button>
    </form>
  );
}
