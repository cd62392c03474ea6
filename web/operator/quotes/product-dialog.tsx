import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import type { OfferedProduct } from './answer-lines.ts';
import css from './quotes.module.css';

/** Products that are found at once. */
const MAX_FOUND = 20;

interface Props {
  /** What it is for: "Product of line 3"; undefined while it is closed. */
  title: string | undefined;
  /** What is offered now. */
  current: Pick<OfferedProduct, 'productId' | 'productName' | 'combinationId'> | undefined;
  organisation: { id: number; name: string };
  onChoose: (choice: OfferedProduct) => void;
  onClose: () => void;
}

/** Chooses the product that is offered for a line, from the range of the client, and its size unless the customer does. */
export const ProductDialog = ({ title, onClose, ...rest }: Props) => (
  <Dialog opened={title !== undefined} onClose={onClose} title={title ?? ''} closeLabel="Close">
    {title !== undefined && <Steps key={title} onClose={onClose} {...rest} />}
  </Dialog>
);

function Steps({ current, organisation, onChoose, onClose }: Omit<Props, 'title'>) {
  const [product, setProduct] = useState(
    current?.productId ? { id: current.productId, name: current.productName ?? '' } : undefined,
  );
  if (product)
    return (
      <SizeChoice
        key={product.id}
        product={product}
        combinationId={product.id === current?.productId ? current.combinationId : null}
        onChoose={onChoose}
        onChange={() => setProduct(undefined)}
        onClose={onClose}
      />
    );
  return <FindProduct organisation={organisation} onFind={setProduct} />;
}

function FindProduct({
  organisation,
  onFind,
}: {
  organisation: Props['organisation'];
  onFind: (product: { id: number; name: string }) => void;
}) {
  const [typed, setTyped] = useState('');
  const keyword = typed.trim();
  const { data, error } = useQuery({
    ...operatorQuery('GET /api/operator/organisations/:id/prices', {
      params: { id: organisation.id },
      query: { limit: MAX_FOUND, ...(keyword && { keyword }) },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="sm">
      <TextInput
        label={`Find in the range of ${organisation.name}`}
        placeholder="Name or SKU"
        value={typed}
        data-autofocus
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        // The dialog is inside the form of the answer, which is not saved by searching.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {error ? (
        <Text c="var(--mantine-color-error)" role="alert">
          {error.message}
        </Text>
      ) : !data ? (
        <SkeletonRows rows={4} height={44} />
      ) : (
        <ul className={css.found} aria-label="Products found">
          {data.prices.length === 0 && (
            <Text component="li" c="dimmed">
              {keyword
                ? `No products in the range match “${keyword}”. Add the product to the range first.`
                : 'The range has no products.'}
            </Text>
          )}
          {data.prices.map(({ productId, name, ownName, sku, price, published }) => (
            <li key={productId}>
              <span>
                {ownName ?? name}
                <Text span size="sm" c="dimmed" display="block">
                  {[
                    sku,
                    price === null ? 'on request' : `${formatMoney(price, data.currencyCode)} excl. tax`,
                    published ? '' : 'not published',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </span>
              <Button
                variant="default"
                size="compact-md"
                aria-label={`Choose ${ownName ?? name}`}
                onClick={() => onFind({ id: productId, name: ownName ?? name })}
              >
                Choose
              </Button>
            </li>
          ))}
          {data.totalCount > data.prices.length && (
            <Text component="li" size="sm" c="dimmed">
              {data.totalCount - data.prices.length} more. Search to narrow them.
            </Text>
          )}
        </ul>
      )}
    </Stack>
  );
}

interface SizeProps {
  product: { id: number; name: string };
  combinationId: number | null;
  onChoose: (choice: OfferedProduct) => void;
  onChange: () => void;
  onClose: () => void;
}

function SizeChoice({ product, combinationId, onChoose, onChange, onClose }: SizeProps) {
  const [chosen, setChosen] = useState(combinationId ?? 0);
  const { data, error } = useQuery(operatorQuery('GET /api/operator/products/:id', { params: { id: product.id } }));
  const combinations = (data?.product.combinations ?? []).filter(({ id, discontinued }) => !discontinued || id === combinationId);
  const description = combinations.find(({ id }) => id === chosen)?.description;
  return (
    <Stack gap="sm">
      <div className={css.chosen}>
        <strong>{product.name}</strong>
        <Button variant="default" size="compact-md" onClick={onChange}>
          Choose another product
        </Button>
      </div>
      {error ? (
        <Text c="var(--mantine-color-error)" role="alert">
          {error.message}
        </Text>
      ) : (
        <NativeSelect
          label="Colour and size"
          rightSection={<DownIcon size={16} />}
          value={String(chosen)}
          disabled={!data}
          data={[
            { value: '0', label: 'The customer chooses' },
            ...combinations.map(({ id, description: label, sku }) => ({ value: String(id), label: label || sku })),
          ]}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      <ButtonRow>
        <Button
          disabled={!data}
          onClick={() =>
            onChoose({
              productId: product.id,
              productName: product.name,
              combinationId: chosen || null,
              attributeDescription: chosen ? (description ?? null) : null,
            })
          }
        >
          Use this product
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </Stack>
  );
}
