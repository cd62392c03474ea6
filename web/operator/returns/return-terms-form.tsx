import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';

type Terms = ReplyOf<'GET /api/operator/organisations/:id/returnterms'>['returnTerms'];

/** For how long the people of an organisation can return and exchange. */
export function ReturnTermsForm({ organisationId, onDone }: { organisationId: number; onDone: () => void }) {
  const { data, error, refetch } = useQuery(
    operatorQuery('GET /api/operator/organisations/:id/returnterms', { params: { id: organisationId } }),
  );
  if (data) return <TermsFields organisationId={organisationId} terms={data.returnTerms} onDone={onDone} />;
  return error ? (
    <ErrorState title="The terms could not be loaded." error={error} onRetry={() => void refetch()} />
  ) : (
    <Loading>
      <SkeletonText lines={4} />
    </Loading>
  );
}

function TermsFields({ organisationId, terms, onDone }: { organisationId: number; terms: Terms; onDone: () => void }) {
  const client = useQueryClient();
  const form = useEntityForm({
    draftKey: `return-terms.${organisationId}`,
    saved: { returnDays: String(terms.returnDays), exchangeHoldDays: String(terms.exchangeHoldDays) },
    version: 0,
    validate: (values) => ({
      ...(values.returnDays.trim() === '' && { returnDays: 'Enter the number of days' }),
      ...(values.exchangeHoldDays.trim() === '' && { exchangeHoldDays: 'Enter the number of days' }),
    }),
    save: ({ values: { returnDays, exchangeHoldDays } }) =>
      operatorApi('PUT /api/operator/organisations/:id/returnterms', {
        params: { id: organisationId },
        body: { returnTerms: { returnDays: Number(returnDays), exchangeHoldDays: Number(exchangeHoldDays) } },
      }),
    onSaved: async () => {
      showSuccess('The return terms have been saved.');
      onDone();
      await invalidateOperatorCalls(client, 'GET /api/operator/organisations/:id/returnterms');
    },
    onUnchanged: onDone,
  });
  return (
    <StackedForm {...form.formProps} gap={18}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput
        label="Days to return after delivery"
        description="0: no limit. Applies immediately, also to pieces already sent."
        inputMode="numeric"
        maxLength={4}
        {...form.getInputProps('returnDays')}
      />
      <TextInput
        label="Days for which an exchange reserves the new size"
        description="Applies to exchanges requested from now on."
        inputMode="numeric"
        maxLength={4}
        {...form.getInputProps('exchangeHoldDays')}
      />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onDone();
        }}
      >
        Save terms
      </FormButtons>
    </StackedForm>
  );
}
