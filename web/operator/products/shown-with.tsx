import { Button, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_SHOWN_WITH } from '#contract/catalogue/products/product-limits.ts';
import { PlusIcon, TrashIcon } from '#web/ui/content/icons.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { MoveAnnouncement, MoveHandle } from '#web/ui/lists/move-handle.tsx';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
import { operatorQuery } from '../session/operator-api.ts';
import { type KeptProduct, STATE_LABELS } from './product-labels.ts';
import css from './shown-with.module.css';
import type { ProductForm } from './use-product-form.ts';

type Shown = KeptProduct['relatedProducts'][number];

/** Products that are found at once. */
const MAX_FOUND = 6;

interface Props {
  form: ProductForm;
  product: KeptProduct;
  isReadOnly: boolean;
}

/** The products that are shown on the page of a product, and those that are offered in the cart with it. */
export function ProductShownWith({ form, product, isReadOnly }: Props) {
  const list = (name: 'related' | 'crossSells') => ({
    own: product.id,
    products: form.values[name],
    error: form.errors[name],
    isReadOnly,
    onChange: (products: Shown[]) => form.set({ [name]: products }),
  });
  return (
    <Card title="Shown with this product">
      <div className={css.columns}>
        <ShownWithList
          title="Related products"
          hint="On its page, in this order."
          addLabel="Add a related product"
          {...list('related')}
        />
        <ShownWithList
          title="Offered in the cart"
          hint="While it is in the cart, four at most."
          addLabel="Add a product to offer"
          {...list('crossSells')}
        />
      </div>
    </Card>
  );
}

interface ListProps {
  title: string;
  hint: string;
  addLabel: string;
  own: number;
  products: readonly Shown[];
  error: string | undefined;
  isReadOnly: boolean;
  onChange: (products: Shown[]) => void;
}

function ShownWithList({ title, hint, addLabel, own, products, error, isReadOnly, onChange }: ListProps) {
  const reorder = useReorder(
    products.map(({ id }) => id),
    (ids) => onChange(ids.flatMap((id) => products.filter((product) => product.id === id))),
  );
  return (
    <section aria-label={title} className={css.section}>
      <div>
        <h3 className={css.title}>{title}</h3>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
      {products.length > 0 ? (
        <ol className={css.list} aria-label={title}>
          {products.map(({ id, name, sku, state }) => (
            <li key={id} className={css.line} {...reorder.item(id)}>
              {!isReadOnly && <MoveHandle {...reorder.handle(id, name)} />}
              <span className={css.name}>
                {name}
                <Text span size="sm" c="dimmed">
                  {sku}
                </Text>
              </span>
              {state !== 'published' && <StatusBadge tone={STATE_LABELS[state].tone}>{STATE_LABELS[state].label}</StatusBadge>}
              {!isReadOnly && (
                <button
                  type="button"
                  className={css.remove}
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(products.filter((each) => each.id !== id))}
                >
                  <TrashIcon size={18} />
                </button>
              )}
            </li>
          ))}
        </ol>
      ) : (
        <Text c="dimmed">None yet.</Text>
      )}
      {error && (
        <Text c="red" size="sm" role="alert">
          {error}
        </Text>
      )}
      {!isReadOnly &&
        (products.length < MAX_SHOWN_WITH ? (
          <FindProduct
            label={addLabel}
            left={[own, ...products.map(({ id }) => id)]}
            onAdd={(product) => onChange([...products, product])}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {MAX_SHOWN_WITH} products at most.
          </Text>
        ))}
    </section>
  );
}

function FindProduct({ label, left, onAdd }: { label: string; left: readonly number[]; onAdd: (product: Shown) => void }) {
  const [typed, setTyped] = useState('');
  const searchTerm = typed.trim();
  const { data } = useQuery({
    ...operatorQuery('GET /api/operator/products', { query: { searchTerm, limit: MAX_FOUND + left.length } }),
    placeholderData: keepPreviousData,
    enabled: searchTerm.length > 1,
  });
  const found = (data?.products ?? []).filter(({ id }) => !left.includes(id)).slice(0, MAX_FOUND);
  return (
    <div>
      <TextInput
        label={label}
        placeholder="Name or SKU"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // It is in the form of the product, which is not saved by searching.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        autoComplete="off"
      />
      {searchTerm.length > 1 && data && (
        <ul className={css.found} aria-label="Products found">
          {found.length === 0 && (
            <Text component="li" size="sm" c="dimmed">
              No other products match “{searchTerm}”.
            </Text>
          )}
          {found.map(({ id, name, sku, state }) => (
            <li key={id} className={css.line}>
              <span className={css.name}>
                {name}
                <Text span size="sm" c="dimmed">
                  {sku}
                </Text>
              </span>
              <Button
                variant="default"
                size="compact-md"
                leftSection={<PlusIcon size={16} />}
                aria-label={`Add ${name}`}
                onClick={() => onAdd({ id, name, sku, state })}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
