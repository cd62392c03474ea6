import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { ApiError } from '#web/app/api-error.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import css from '../operator-forms.module.css';
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
  const [values, setValues] = useState({
    returnDays: String(terms.returnDays),
    exchangeHoldDays: String(terms.exchangeHoldDays),
  });
  const save = useMutation({
    mutationFn: () =>
      operatorApi('PUT /api/operator/organisations/:id/returnterms', {
        params: { id: organisationId },
        body: {
          returnTerms: { returnDays: Number(values.returnDays), exchangeHoldDays: Number(values.exchangeHoldDays) },
        },
      }),
    onSuccess: async () => {
      showSuccess('The return terms have been saved.');
      onDone();
      await invalidateOperatorCalls(client, 'GET /api/operator/organisations/:id/returnterms');
    },
    onError: (failure) => {
      if (!(failure instanceof ApiError) || failure.status !== 422) showError(failure);
    },
  });
  const problem = (name: string) => (save.error instanceof ApiError ? save.error.field(name) : undefined);
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextInput
        label="Days to return after delivery"
        description="0: no limit. Applies at once, also to what has been sent already."
        inputMode="numeric"
        maxLength={4}
        value={values.returnDays}
        error={problem('returnDays')}
        onChange={(event) => setValues({ ...values, returnDays: event.currentTarget.value.trim() })}
      />
      <TextInput
        label="Days for which an exchange reserves the new size"
        description="Applies to exchanges that are requested from now on."
        inputMode="numeric"
        maxLength={4}
        value={values.exchangeHoldDays}
        error={problem('exchangeHoldDays')}
        onChange={(event) => setValues({ ...values, exchangeHoldDays: event.currentTarget.value.trim() })}
      />
      <div className={css.buttons}>
        <Button type="submit" loading={save.isPending} disabled={values.returnDays === '' || values.exchangeHoldDays === ''}>
          Save terms
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
