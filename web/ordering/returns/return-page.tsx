import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { useRecordId } from '#web/app/record-id.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ItemSummary } from './item-summary.tsx';
import type { ReturnForm } from './return-choices.ts';
import { ReturnItemForm } from './return-item-form.tsx';
import css from './returns.module.css';

/** Returning or exchanging a line of an order. */
export function ReturnPage() {
  const { id, isId } = useRecordId();
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/returnrequest/:id', { params: { id } }),
    enabled: isId,
    retry: false,
  });
  const form = data?.returnRequest;
  const refusal = !isId || (error instanceof ApiError && [404, 409].includes(error.status));
  return (
    <>
      <PageHeader title="Return or exchange" above={<BackLink to={paths.order(id)}>{`Order ${id}`}</BackLink>} />
      {form ? (
        <ChosenItem form={form} />
      ) : (
        <Card>
          {refusal ? (
            <EmptyState
              title="Nothing to return"
              action={
                <Button component={Link} to={paths.returns()} variant="default">
                  View your returns
                </Button>
              }
            >
              {error instanceof ApiError && error.status === 409
                ? error.message
                : 'You can’t return anything from an order with this number. Only the person who ordered a garment, or its wearer, can return it.'}
            </EmptyState>
          ) : error ? (
            <ErrorState title="The order could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={2} height={90} />
          )}
        </Card>
      )}
    </>
  );
}

/** The line that is returned, chosen first where there are several. */
function ChosenItem({ form }: { form: ReturnForm }) {
  const [search, setSearch] = useSearchParams();
  const lineId = Number(search.get('line'));
  const item = form.items.find(({ id }) => id === lineId) ?? (form.items.length === 1 ? form.items[0] : undefined);
  if (item) return <ReturnItemForm key={item.id} form={form} item={item} />;
  return (
    <Card title="Which garment?">
      <Stack gap="sm">
        {form.items.map((each) => (
          <button key={each.id} type="button" className={css.garment} onClick={() => setSearch({ line: String(each.id) })}>
            <ItemSummary item={each} />
          </button>
        ))}
      </Stack>
    </Card>
  );
}
