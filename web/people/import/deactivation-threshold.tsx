import { Button, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import css from './import.module.css';

const describeThreshold = (percent: number) =>
  percent === 100
    ? 'Imports can close any number of accounts without confirmation.'
    : percent === 0
      ? 'Before an import closes any account, you must confirm the number.'
      : `Before an import closes more than ${percent}% of the active accounts, you must confirm the number.`;

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
        <Stack>
          <p className={css.explained}>
            {describeThreshold(deactivationThreshold)} An incomplete file could otherwise close accounts of people who still work
            here.
            {!canEdit && ' Only an administrator of the whole organisation can change this.'}
          </p>
          {canEdit && <DeactivationThresholdForm saved={deactivationThreshold} />}
        </Stack>
      </Card>
    </section>
  );
}

function DeactivationThresholdForm({ saved }: { saved: number }) {
  const client = useQueryClient();
  const query = apiQuery('GET /api/peopleimports/settings');
  const form = useEntityForm<{ deactivationThreshold: string }, ReplyOf<'PUT /api/peopleimports/settings'>>({
    draftKey: 'deactivation-threshold',
    saved: { deactivationThreshold: String(saved) },
    // The limit is a value of its own, without a version: a change is based on the limit as it was loaded.
    version: saved,
    validate: ({ deactivationThreshold }) => ({
      ...(parsePercent(deactivationThreshold) === undefined && {
        deactivationThreshold: 'The share must be a whole number from 0 to 100.',
      }),
    }),
    save: ({ values, expectedVersion }) =>
      api('PUT /api/peopleimports/settings', {
        body: {
          peopleImportSettings: {
            deactivationThreshold: parsePercent(values.deactivationThreshold) ?? 0,
            expectedThreshold: expectedVersion,
          },
        },
      }),
    getVersion: ({ peopleImportSettings }) => peopleImportSettings.deactivationThreshold,
    onSaved: (reply) => {
      client.setQueryData(query.queryKey, reply);
      showSuccess(`The safety limit is ${reply.peopleImportSettings.deactivationThreshold}%.`);
      // It also applies to files that have been previewed.
      void invalidateCalls(client, 'GET /api/peopleimports', 'GET /api/peopleimports/:id');
    },
    reload: async () => (await client.fetchQuery({ ...query, staleTime: 0 })).peopleImportSettings.deactivationThreshold,
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices
        conflicts={form.conflicts.map((conflict) => ({ ...conflict, label: 'Safety limit (%)' }))}
        onUseSaved={() => form.acceptTheirs('deactivationThreshold')}
        otherErrors={form.otherErrors}
      />
      <div className={css.threshold}>
        <TextInput
          label="Ask for confirmation above (%)"
          description="0 = always ask, 100 = never"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          {...form.getInputProps('deactivationThreshold')}
        />
        <Button type="submit" variant="default" loading={form.isSaving} disabled={!form.isDirty}>
          Save
        </Button>
      </div>
    </StackedForm>
  );
}

/** A whole number from 0 to 100, with or without a percent sign; undefined for anything else. */
function parsePercent(text: string): number | undefined {
  const percent = Number(text.replace('%', ''));
  return text.trim() !== '' && Number.isInteger(percent) && percent >= 0 && percent <= 100 ? percent : undefined;
}
