import { NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { PictureSide } from '#contract/catalogue/products/kept-pictures.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorQuery } from '../../session/operator-api.ts';
import { coloursOf, SIDE_OPTIONS, toColourOptions } from './picture-labels.ts';
import type { MatchedUpload, PictureTarget } from './use-matched-uploads.ts';

/** Products that are offered at once. */
const MAX_OFFERED = 50;

interface Props {
  upload: MatchedUpload;
  onChoose: (target: PictureTarget) => void;
  onCancel: () => void;
}

/** Where a picture goes, chosen by hand. */
export function TargetForm({ upload: { target }, onChoose, onCancel }: Props) {
  const [searchTerm, setSearchTerm] = useState('');
  const [productId, setProductId] = useState(String(target?.product.id ?? ''));
  const [valueId, setValueId] = useState(String(target?.value?.id ?? ''));
  const [shows, setShows] = useState<string>(target?.shows ?? '');
  const { data } = useQuery({
    ...operatorQuery('GET /api/operator/products', {
      query: { limit: MAX_OFFERED, ...(searchTerm.trim() && { searchTerm: searchTerm.trim() }) },
    }),
    placeholderData: keepPreviousData,
  });
  const product = useQuery({
    ...operatorQuery('GET /api/operator/products/:id', { params: { id: Number(productId) } }),
    enabled: productId !== '',
  }).data?.product;
  const colours = product ? coloursOf(product) : [];
  const found = (data?.products ?? []).map(({ id, name, sku }) => ({
    value: String(id),
    label: [name, sku].filter(Boolean).join(' · '),
  }));
  const own =
    target && !found.some(({ value }) => value === String(target.product.id))
      ? [{ value: String(target.product.id), label: target.product.name }]
      : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!product || product.refusal !== null) return;
    onChoose({
      product: { id: product.id, name: product.name },
      value: colours.find(({ id }) => String(id) === valueId) ?? null,
      shows: shows === '' ? null : (shows as PictureSide),
    });
  };
  return (
    <StackedForm onSubmit={submit}>
      <TextInput
        label="Find a product"
        placeholder="Name or SKU"
        value={searchTerm}
        onChange={(event) => setSearchTerm(event.currentTarget.value)}
      />
      <NativeSelect
        label="Product"
        required
        data={[{ value: '', label: 'Choose a product' }, ...own, ...found]}
        rightSection={<DownIcon size={16} />}
        value={productId}
        error={product?.refusal}
        onChange={(event) => {
          setProductId(event.currentTarget.value);
          setValueId('');
        }}
      />
      {colours.length > 0 && (
        <NativeSelect
          label="Colour"
          data={toColourOptions(colours)}
          rightSection={<DownIcon size={16} />}
          value={valueId}
          onChange={(event) => setValueId(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label="Shows"
        data={SIDE_OPTIONS}
        rightSection={<DownIcon size={16} />}
        value={shows}
        onChange={(event) => setShows(event.currentTarget.value)}
      />
      <FormButtons isSaving={false} disabled={!product || product.refusal !== null} onCancel={onCancel}>
        Use this product
      </FormButtons>
    </StackedForm>
  );
}
