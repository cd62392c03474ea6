import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueryOf } from '#contract/index.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { OrganisationSelect } from '../organisation-select.tsx';
import { operatorApi } from '../session/operator-api.ts';
import css from './clients.module.css';
import { describeAddition, type RangeAddition, useRefreshRanges } from './range-client.ts';

/** As many as the server adds at once. */
const MAX_ADDED = 1000;
/** As many as the server lists at once. */
const PAGE = 250;

/** The products of the list that are selected: some, or all that match its search and filters. */
export interface SelectedProducts {
  ids: ReadonlySet<number>;
  all: boolean;
  count: number;
  conditions: NonNullable<QueryOf<'GET /api/operator/products'>>;
}

/** The ids of all products that match, page by page. */
async function listIds({ ids, all, count, conditions }: SelectedProducts): Promise<number[]> {
  if (!all) return [...ids];
  const found: number[] = [];
  for (let page = 0; page * PAGE < count; page += 1) {
    const { products } = await operatorApi('GET /api/operator/products', { query: { ...conditions, page, limit: PAGE } });
    found.push(...products.map(({ id }) => id));
  }
  return found.slice(0, MAX_ADDED);
}

interface Props {
  selected: SelectedProducts;
  onDone: () => void;
  onClose: () => void;
}

/** Adds many products to the range of a client, after showing how many are new, there already, or left alone and why. */
export function AddToRange({ selected, onDone, onClose }: Props) {
  const refresh = useRefreshRanges();
  const toKey = useIdempotencyKey();
  const [organisationId, setOrganisationId] = useState(0);
  const [published, setPublished] = useState(true);
  const isTooMany = selected.count > MAX_ADDED;
  const { data, error, refetch } = useQuery({
    queryKey: ['addition', organisationId, selected.all ? selected.conditions : [...selected.ids]],
    queryFn: async () => {
      const productIds = await listIds(selected);
      const { addition } = await operatorApi('POST /api/operator/organisations/:id/range/preview', {
        params: { id: organisationId },
        body: { productIds },
      });
      return { productIds, addition };
    },
    enabled: organisationId > 0 && !isTooMany,
    gcTime: 0,
    staleTime: 0,
  });
  const adding = useMutation({
    mutationFn: (productIds: number[]) => {
      const body = { productIds, published };
      return operatorApi('POST /api/operator/organisations/:id/range', {
        ...{ params: { id: organisationId }, body, headers: toKey(body) },
      });
    },
    onSuccess: ({ addition }) => {
      showSuccess(describeAddition(addition, 'product'));
      onDone();
      onClose();
    },
    onError: (failure) => showError(failure),
    onSettled: refresh,
  });
  const added = data?.addition.added ?? 0;
  if (isTooMany)
    return <Notice tone="warning">Choose at most {formatNumber(MAX_ADDED)} products at once, for example by category.</Notice>;
  return (
    <Stack>
      <OrganisationSelect label="Client" none="Choose a client" value={organisationId} onChange={setOrganisationId} />
      {organisationId > 0 &&
        (data ? (
          <AdditionPreview addition={data.addition} />
        ) : error ? (
          <ErrorState title="The preview could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Comparing with the client’s range">
            <SkeletonText lines={2} />
          </Loading>
        ))}
      <Checkbox name="published" checked={published} onChange={setPublished}>
        Offer them now. Leave unticked to set names and prices first.
      </Checkbox>
      <ButtonRow>
        <Button
          disabled={added === 0 || adding.isPending}
          loading={adding.isPending}
          onClick={() => data && adding.mutate(data.productIds)}
        >
          {added === 0 ? 'Add products' : `Add ${plural(added, 'product')}`}
        </Button>
        <Button variant="default" disabled={adding.isPending} onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </Stack>
  );
}

function AdditionPreview({ addition: { added, present, refusals } }: { addition: RangeAddition }) {
  return (
    <Notice tone={added === 0 ? 'warning' : 'info'} role="status">
      {added === 0 ? 'Nothing would be added.' : `${plural(added, 'product')} will be added.`}
      {present > 0 && ` ${plural(present, 'product')} ${present === 1 ? 'is' : 'are'} in the range already.`}
      {refusals.length > 0 && (
        <ul className={css.refusals}>
          {refusals.map(({ reason, count, names }) => (
            <li key={reason}>
              {plural(count, 'product')} not added. {reason} ({names.join(', ')}
              {count > names.length && ` and ${formatNumber(count - names.length)} more`})
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
