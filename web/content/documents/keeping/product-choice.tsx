import { Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { MAX_DOCUMENT_PRODUCTS } from '#contract/content/documents/document-limits.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import type { DocumentKeeper, KeptProductChoice } from './document-keeper.ts';
import css from './keeping.module.css';

/** Products that are found at once. */
const MAX_FOUND = 6;

interface Props {
  keeper: Pick<DocumentKeeper, 'useProducts'>;
  products: readonly KeptProductChoice[];
  error: string | undefined;
  onChange: (products: KeptProductChoice[]) => void;
}

/** The products that a document is about. */
export function ProductChoice({ keeper, products, error, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const foundId = useId();
  const searchTerm = typed.trim();
  const chosen = new Set(products.map(({ id }) => id));
  const found = keeper
    .useProducts(searchTerm.length > 1 ? searchTerm : '', MAX_FOUND + products.length)
    ?.filter(({ id }) => !chosen.has(id))
    .slice(0, MAX_FOUND);
  return (
    <div>
      <TextInput
        name="products"
        label="Products"
        description="Only people who can see one of these products can see the document. It also appears on the product’s page. Leave blank for none."
        placeholder="Name or SKU"
        value={typed}
        error={error}
        disabled={products.length >= MAX_DOCUMENT_PRODUCTS}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // It is in the form of the document, which is not saved by searching.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        autoComplete="off"
        aria-controls={foundId}
      />
      <ul id={foundId} className={css.products} aria-label="Products found">
        {searchTerm.length > 1 && found?.length === 0 && (
          <Text component="li" size="sm" c="dimmed">
            No other products match “{searchTerm}”.
          </Text>
        )}
        {searchTerm.length > 1 &&
          found?.map((product) => (
            <Product key={product.id} product={product} act="Add" onAct={() => onChange([...products, product])} />
          ))}
      </ul>
      {products.length > 0 && (
        <ul className={css.products} aria-label="Products of the document">
          {products.map((product) => (
            <Product
              key={product.id}
              product={product}
              act="Remove"
              onAct={() => onChange(products.filter(({ id }) => id !== product.id))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const Product = ({ product: { name, sku }, act, onAct }: { product: KeptProductChoice; act: string; onAct: () => void }) => (
  <li>
    <span className={css.product}>
      {name}
      <Text span size="sm" c="dimmed">
        {sku}
      </Text>
    </span>
    <RowButton onClick={onAct}>
      {act}
      <VisuallyHidden> {name}</VisuallyHidden>
    </RowButton>
  </li>
);
