import { Stack } from '@mantine/core';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { QuestionKeeper } from '#web/ordering/checkout-questions/question-keeper.ts';
import { QuestionList } from '#web/ordering/checkout-questions/question-list.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useMay } from '../session/operator-access.ts';
import { operatorApi, operatorQuery } from '../session/operator-api.ts';
import { RangeProductSearch } from './range-product-search.tsx';

const queryOf = (organisationId: number) => operatorQuery('GET /api/operator/checkoutquestions', { query: { organisationId } });

function createKeeper(client: QueryClient, organisationId: number): QuestionKeeper {
  const query = queryOf(organisationId);
  return {
    load: async () => (await client.fetchQuery({ ...query, staleTime: 0 })).checkoutQuestions,
    add: async (question, headers) =>
      (await operatorApi('POST /api/operator/checkoutquestions', { body: { organisationId, ...question }, headers }))
        .checkoutQuestions,
    update: async (id, body) =>
      (await operatorApi('PUT /api/operator/checkoutquestions/:id', { params: { id }, body })).checkoutQuestions,
    withdraw: async (id) =>
      (await operatorApi('DELETE /api/operator/checkoutquestions/:id', { params: { id } })).checkoutQuestions,
    order: async (ids) =>
      (await operatorApi('PUT /api/operator/checkoutquestions/order', { body: { organisationId, ids } })).checkoutQuestions,
    store: (checkoutQuestions) => client.setQueryData(query.queryKey, { checkoutQuestions }),
    renderProductSearch: (props) => <RangeProductSearch organisationId={organisationId} {...props} />,
  };
}

/** What an organisation asks at checkout, and whether its administrators keep that too. */
export function QuestionsCard({ organisationId }: { organisationId: number }) {
  const client = useQueryClient();
  const canEdit = useMay('content:write');
  const { data, error, refetch } = useQuery(queryOf(organisationId));
  const [keeper] = useState(() => createKeeper(client, organisationId));
  const kept = data?.checkoutQuestions;
  const allow = useMutation({
    mutationFn: async (adminsKeepQuestions: boolean) =>
      (await operatorApi('PUT /api/operator/checkoutquestions/keepers', { body: { organisationId, adminsKeepQuestions } }))
        .checkoutQuestions,
    onSuccess: (questions) => {
      keeper.store(questions);
      showSuccess(
        questions.adminsKeepQuestions
          ? 'Administrators can now change these questions.'
          : 'Only operators change these questions now.',
      );
    },
    onError: (refusal) => showError(refusal),
  });
  return (
    <Card title="Questions at checkout">
      {kept ? (
        <Stack>
          <QuestionList kept={kept} keeper={keeper} canEdit={canEdit} />
          <Checkbox
            name="adminsKeepQuestions"
            checked={kept.adminsKeepQuestions}
            disabled={!canEdit || allow.isPending}
            onChange={(allowed) => allow.mutate(allowed)}
          >
            Administrators of {kept.organisationName} can change these questions
          </Checkbox>
        </Stack>
      ) : error ? (
        <ErrorState title="The questions could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the questions">
          <SkeletonRows rows={3} height={56} />
        </Loading>
      )}
    </Card>
  );
}
