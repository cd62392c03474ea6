import { Button, Stack } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { ProductPicker } from '#web/catalogue/range/product-picker.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { operatorApi, operatorQuery } from '../session/operator-api.ts';
import { describeAddition, useRefreshRanges } from './range-client.ts';

const limit = 10;

interface Props {
  organisationId: number;
  organisationName: string;
  onClose: () => void;
}

/** Selects products of the catalogue that a client does not have yet, and adds them to its range. */
export function AddRangeProducts({ organisationId, organisationName, onClose }: Props) {
  const refresh = useRefreshRanges();
  const toKey = useIdempotencyKey();
  const [{ keyword, page }, setQuery] = useState({ keyword: '', page: 0 });
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [published, setPublished] = useState(true);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...operatorQuery('GET /api/operator/organisations/:id/range/available', {
      params: { id: organisationId },
      query: { ...(keyword && { keyword }), page, limit },
    }),
    placeholderData: keepPreviousData,
  });
  const adding = useMutation({
    mutationFn: () => {
      const body = { productIds: [...selected], published };
      return operatorApi('POST /api/operator/organisations/:id/range', {
        ...{ params: { id: organisationId }, body, headers: toKey(body) },
      });
    },
    onSuccess: ({ addition }) => {
      showSuccess(describeAddition(addition, 'product'));
      onClose();
    },
    onError: (failure) => showError(failure),
    onSettled: refresh,
  });
  return (
    <Stack>
      <SearchInput
        label="Search the catalogue"
        placeholder="Name or SKU"
        value={keyword}
        onSearch={(text) => setQuery({ keyword: text, page: 0 })}
      />
      <ProductPicker
        reply={data}
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
        selected={selected}
        onToggle={(id, on) => setSelected(on ? [...selected, id] : selected.filter((other) => other !== id))}
        {...{ keyword, page, limit }}
        onPage={(next) => setQuery({ keyword, page: next })}
        whose={`the range of ${organisationName}`}
      />
      <Checkbox name="published" checked={published} onChange={setPublished}>
        Offer them now. Leave unticked to set names and prices first.
      </Checkbox>
      <ButtonRow>
        <Button disabled={selected.length === 0 || adding.isPending} loading={adding.isPending} onClick={() => adding.mutate()}>
          {selected.length === 0 ? 'Select products to add' : `Add ${plural(selected.length, 'product')}`}
        </Button>
        <Button variant="default" disabled={adding.isPending} onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </Stack>
  );
}
