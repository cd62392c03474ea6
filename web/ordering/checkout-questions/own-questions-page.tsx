import { Box } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, apiQuery } from '#web/app/api.ts';
import { ProductSearch } from '#web/entitlement/wardrobes/product-search.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import type { QuestionKeeper } from './question-keeper.ts';
import { QuestionList } from './question-list.tsx';

const QUERY = apiQuery('GET /api/checkoutquestions');

const createOwnKeeper = (client: QueryClient): QuestionKeeper => ({
  load: async () => (await client.fetchQuery({ ...QUERY, staleTime: 0 })).checkoutQuestions,
  add: async (body, headers) => (await api('POST /api/checkoutquestions', { body, headers })).checkoutQuestions,
  update: async (id, body) => (await api('PUT /api/checkoutquestions/:id', { params: { id }, body })).checkoutQuestions,
  withdraw: async (id) => (await api('DELETE /api/checkoutquestions/:id', { params: { id } })).checkoutQuestions,
  order: async (ids) => (await api('PUT /api/checkoutquestions/order', { body: { ids } })).checkoutQuestions,
  store: (checkoutQuestions) => client.setQueryData(QUERY.queryKey, { checkoutQuestions }),
  renderProductSearch: (props) => <ProductSearch {...props} />,
});

/** What the organisation asks at checkout, for its administrators: to keep where they may, otherwise to see. */
export function OwnQuestionsPage() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(QUERY);
  const kept = data?.checkoutQuestions;
  return (
    <>
      <PageHeader title="Questions at checkout" tab="Questions at checkout – Settings">
        What people are asked before they place an order.
      </PageHeader>
      {kept && !kept.adminsKeepQuestions && (
        <Box mb="md">
          <Notice>Your supplier keeps these questions. Ask them if you need a change.</Notice>
        </Box>
      )}
      {kept ? (
        <Card>
          <QuestionList kept={kept} keeper={createOwnKeeper(client)} canEdit={kept.adminsKeepQuestions} />
        </Card>
      ) : error ? (
        <ErrorState title="The questions could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading questions">
          <SkeletonRows rows={4} height={64} />
        </PageLoading>
      )}
    </>
  );
}
