import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProductState } from '#contract/catalogue/products/product-states.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import { type KeptProduct, STATE_LABELS } from './product-labels.ts';
import type { ProductForm } from './use-product-form.ts';

const STATES = Object.entries(STATE_LABELS).map(([value, { label }]) => ({ value, label }));
/** Products that are offered as successors at once. */
const MAX_OFFERED = 50;

interface Props {
  form: ProductForm;
  product: KeptProduct;
  isReadOnly: boolean;
}

/** Whether a product is sold, what changing that means, and what replaces a discontinued product. */
export function ProductStatus({ form, product, isReadOnly }: Props) {
  const { values } = form;
  const consequences = describeConsequences(product, values.state);
  return (
    <Card title="Status">
      <Stack gap={14}>
        <NativeSelect
          label="Status"
          data={STATES}
          rightSection={<DownIcon size={16} />}
          disabled={isReadOnly}
          {...form.getInputProps('state')}
        />
        {values.state === 'discontinued' && <Successor form={form} product={product} isReadOnly={isReadOnly} />}
        {consequences.length > 0 && (
          <Notice tone={product.state === 'published' ? 'warning' : 'info'} role="status">
            {consequences.join(' ')}
          </Notice>
        )}
      </Stack>
    </Card>
  );
}

const count = (number: number, one: string, several: string) =>
  number === 1 ? `1 ${one}` : `${formatNumber(number)} ${several}`;

/** What a new status means, in sentences; none where it stays. */
export function describeConsequences(
  {
    state,
    openOrders,
    wardrobes,
    clients,
    otherClients,
  }: Pick<KeptProduct, 'state' | 'openOrders' | 'wardrobes' | 'clients' | 'otherClients'>,
  next: ProductState,
): string[] {
  if (next === state) return [];
  const all = clients.length + otherClients;
  if (next === 'published')
    return [
      all === 0
        ? 'No client has it in the range yet, so no one sees it after you save.'
        : `${count(all, 'client', 'clients')} can order it as soon as you save.`,
    ];
  if (state !== 'published') return [];
  return [
    'No one can order it after you save.',
    openOrders === 0
      ? 'No open order includes it.'
      : `It is on ${count(openOrders, 'open order, which is', 'open orders, which are')} still sent.`,
    ...(wardrobes === 0
      ? []
      : [`It is in ${count(wardrobes, 'wardrobe, whose wearers', 'wardrobes, whose wearers')} can no longer choose it.`]),
  ];
}

function Successor({ form, product, isReadOnly }: Props) {
  const [searchTerm, setSearchTerm] = useState('');
  const { data } = useQuery({
    ...operatorQuery('GET /api/operator/products', {
      query: { state: 'published', limit: MAX_OFFERED, ...(searchTerm.trim() && { searchTerm: searchTerm.trim() }) },
    }),
    placeholderData: keepPreviousData,
    enabled: !isReadOnly,
  });
  const found = (data?.products ?? [])
    .filter(({ id }) => id !== product.id)
    .map(({ id, name, sku }) => ({ value: String(id), label: [name, sku].filter(Boolean).join(' · ') }));
  const chosen = useChosenName(form.values.successorId, product);
  const own =
    chosen === undefined || found.some(({ value }) => value === form.values.successorId)
      ? []
      : [{ value: form.values.successorId, label: chosen }];
  return (
    <>
      {!isReadOnly && (data?.totalCount ?? 0) + searchTerm.length > MAX_OFFERED && (
        <TextInput
          label="Find the product that replaces it"
          placeholder="Name or SKU"
          value={searchTerm}
          onChange={(event) => setSearchTerm(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label="Replaced by"
        data={[{ value: '', label: 'Nothing' }, ...own, ...found]}
        rightSection={<DownIcon size={16} />}
        disabled={isReadOnly}
        {...form.getInputProps('successorId')}
      />
    </>
  );
}

/** The name of the chosen successor, which a search may not find. */
function useChosenName(successorId: string, product: KeptProduct): string | undefined {
  const isSaved = successorId === String(product.successor?.id);
  const { data } = useQuery({
    ...operatorQuery('GET /api/operator/products/:id', { params: { id: Number(successorId) } }),
    enabled: successorId !== '' && !isSaved,
  });
  if (successorId === '') return undefined;
  return isSaved ? product.successor?.name : (data?.product.name ?? '…');
}
