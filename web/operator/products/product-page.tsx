import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { ViewAs } from '../ranges/view-as.tsx';
import { useMay } from '../session/operator-access.ts';
import { operatorQuery } from '../session/operator-api.ts';
import { AddProductForm } from './add-product-form.tsx';
import { ProductEditor } from './product-editor.tsx';
import { type KeptProduct, STATE_LABELS } from './product-labels.ts';
import { useProductUndo } from './use-product-form.ts';

const backFrom = (id: number) => (
  <ListBackLink
    to={operatorPaths.products}
    label="Catalogue"
    list="products"
    id={id}
    noun="product"
    pathOf={operatorPaths.product}
  />
);

/** One product of the catalogue, to change it. */
export function OperatorProductPage() {
  const { id, isId } = useRecordId();
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/products/:id', { params: { id } }),
    enabled: isId,
    // What is being edited must not change under the operator's hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) return <ProductView key={id} product={data.product} />;
  return (
    <>
      <PageHeader title="Product" above={backFrom(id)} />
      <Card>
        <RecordStates noun="product" isId={isId} error={error} onRetry={() => void refetch()} rows={8} height={44} />
      </Card>
    </>
  );
}

function ProductView({ product }: { product: KeptProduct }) {
  const mayChange = useMay('catalogue:write');
  const [isCopying, setCopying] = useState(false);
  const { last, isUndoing, undone, keep, undo } = useProductUndo(product.id);
  const { label, tone } = STATE_LABELS[product.state];
  return (
    <>
      <PageHeader
        title={product.name}
        above={backFrom(product.id)}
        actions={
          <>
            <ViewAs product={product} />
            {mayChange && last && (
              <Button variant="default" loading={isUndoing} onClick={() => void undo(last)}>
                Undo last save
              </Button>
            )}
            {mayChange && (
              <Button variant="default" aria-haspopup="dialog" onClick={() => setCopying(true)}>
                Copy product
              </Button>
            )}
          </>
        }
      >
        <Group gap="4px 10px" component="span">
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <span>{describe(product)}</span>
        </Group>
      </PageHeader>
      <ProductEditor
        key={undone}
        product={product}
        // Whoever may not change products at all is told so before the reason that concerns this one.
        refusal={mayChange ? product.refusal : 'You can view this product. To change it, you need the right “Catalogue”.'}
        mayChangeRanges={mayChange}
        onSaved={keep}
      />
      <Dialog opened={isCopying} onClose={() => setCopying(false)} title="Copy product" closeLabel="Close">
        <AddProductForm copyOf={product} onCancel={() => setCopying(false)} />
      </Dialog>
    </>
  );
}

/** What a product is, in one line: its SKU, how much there is to choose, and who has it. */
function describe({ sku, attributes, clients, otherClients, wardrobes }: KeptProduct): string {
  const choices = attributes
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => plural(values.length, name.toLowerCase()))
    .join(' × ');
  const all = clients.length + otherClients;
  return [
    sku,
    choices,
    all === 0 ? 'in no client’s range' : `in the range of ${plural(all, 'client')}`,
    wardrobes > 0 && `in ${plural(wardrobes, 'wardrobe')}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
