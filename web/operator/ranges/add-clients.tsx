import { Button, Stack } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { operatorApi, operatorQuery } from '../session/operator-api.ts';
import css from './clients.module.css';
import { describeAddition, type RangeClient, type RangedProduct, useRefreshRanges } from './range-client.ts';

/** Clients that are offered at once. */
const MAX_OFFERED = 100;
/** Most clients that are added at once. */
const MAX_CHOSEN = 100;

interface Props {
  product: RangedProduct;
  /** The clients that have it already. */
  present: readonly RangeClient[];
  onClose: () => void;
}

/** Chooses clients, to whose range a product is added. */
export function AddClients({ product, present, onClose }: Props) {
  const refresh = useRefreshRanges();
  const toKey = useIdempotencyKey();
  const [searchTerm, setSearchTerm] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [published, setPublished] = useState(true);
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/organisations/choices', {
      query: { limit: MAX_OFFERED, ...(searchTerm && { searchTerm }) },
    }),
    placeholderData: keepPreviousData,
  });
  const adding = useMutation({
    mutationFn: () => {
      const body = { organisationIds: [...chosen], published };
      return operatorApi('POST /api/operator/products/:id/clients', { params: { id: product.id }, body, headers: toKey(body) });
    },
    onSuccess: ({ addition }) => {
      if (addition.added > 0) showSuccess(describeAddition(addition, 'client'));
      else showError(describeAddition(addition, 'client'));
      onClose();
    },
    onError: (failure) => showError(failure),
    onSettled: refresh,
  });
  const has = new Set(present.map(({ organisationId }) => organisationId));
  const toggle = (id: number, on: boolean) => setChosen(on ? [...chosen, id] : chosen.filter((other) => other !== id));
  const isOther = (id: number) => product.madeForId !== null && product.madeForId !== id;
  return (
    <Stack>
      {((data?.totalCount ?? 0) > 8 || searchTerm !== '') && (
        <SearchInput label="Search clients" placeholder="Part of the name" value={searchTerm} onSearch={setSearchTerm} />
      )}
      {data ? (
        <ul className={css.choices} aria-label="Clients">
          {data.organisations.map(({ id, name }) => (
            <li key={id}>
              <Checkbox
                name={`client${id}`}
                checked={has.has(id) || chosen.includes(id)}
                disabled={has.has(id) || isOther(id)}
                onChange={(on) => toggle(id, on)}
              >
                {name}
                {has.has(id) ? ' (already has it)' : isOther(id) ? ` (made for ${product.madeFor})` : ''}
              </Checkbox>
            </li>
          ))}
          {data.organisations.length === 0 && <li>No client has such a name.</li>}
        </ul>
      ) : error ? (
        <ErrorState title="The clients could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <SkeletonRows rows={5} height={28} />
        </Loading>
      )}
      {data && data.totalCount > data.organisations.length && (
        <p className={css.note}>
          The first {data.organisations.length} of {data.totalCount}. Search to find others.
        </p>
      )}
      <Checkbox name="published" checked={published} onChange={setPublished}>
        Offer it now. Leave unticked to set names and prices first.
      </Checkbox>
      <ButtonRow>
        <Button
          disabled={chosen.length === 0 || chosen.length > MAX_CHOSEN || adding.isPending}
          loading={adding.isPending}
          onClick={() => adding.mutate()}
        >
          {chosen.length === 0 ? 'Select clients' : `Add ${plural(chosen.length, 'client')}`}
        </Button>
        <Button variant="default" disabled={adding.isPending} onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </Stack>
  );
}
