import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useMemo } from 'react';
import { brands } from '#brands/brands.ts';
import type { ReplyOf } from '#contract/index.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useRecordId } from '#web/app/record-id.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { listValueStates } from '#web/catalogue/products/choosing/attribute-selection.ts';
import { ChoiceGroup } from '#web/catalogue/products/choosing/choice-group.tsx';
import { useAttributeSelection } from '#web/catalogue/products/choosing/use-attribute-selection.ts';
import { toOrderableGarment } from '#web/catalogue/products/garment.ts';
import { ProductTerms } from '#web/catalogue/products/product/product-notices.tsx';
import { ProductSheet } from '#web/catalogue/products/product/product-sheet.tsx';
import { StockLine } from '#web/catalogue/products/product/stock-line.tsx';
import { createThemeVariables } from '#web/themes/variables.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorQuery } from '../session/operator-api.ts';
import css from './clients.module.css';

type Preview = ReplyOf<'GET /api/operator/products/:id/as/:organisationId'>;

/** A product as people of one client see it, read only. */
export function ProductPreviewPage() {
  const { id, isId: isProduct } = useRecordId();
  const { id: organisationId, isId: isClient } = useRecordId('organisationId');
  const isId = isProduct && isClient;
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/products/:id/as/:organisationId', { params: { id, organisationId } }),
    enabled: isId,
  });
  const back = (
    <BackLink to={isId ? operatorPaths.product(id) : operatorPaths.products}>{isId ? 'Product' : 'Catalogue'}</BackLink>
  );
  if (data)
    return (
      <>
        {back}
        <Notice tone="info" role="status">
          <strong>Preview.</strong> This is what people of {data.client.organisationName} who order for others see, with today’s
          prices and stock. Nothing can be ordered here.
        </Notice>
        <ProductPreview key={`${id} ${organisationId}`} preview={data} />
      </>
    );
  const reason = error instanceof ApiError && error.status === 409 ? error.message : undefined;
  return (
    <>
      <PageHeader title="Preview" above={back} />
      <Card>
        {reason !== undefined ? (
          <EmptyState title="Not seen by this client">{reason}</EmptyState>
        ) : (
          <RecordStates noun="product" isId={isId} error={error} onRetry={() => void refetch()} rows={8} height={44} />
        )}
      </Card>
    </>
  );
}

function ProductPreview({ preview: { product, client } }: { preview: Preview }) {
  const garment = useMemo(() => toOrderableGarment(product), [product]);
  const selection = useAttributeSelection(garment);
  const design = Object.values(brands).find(({ name }) => name === client.theme) ?? brands.sundial;
  const terms = { currencyCode: client.currencyCode, taxWords: client.taxDisplayType === 0 ? 'incl. tax' : 'excl. tax' };
  return (
    <section
      className={css.preview}
      aria-label={`As ${client.organisationName} sees it`}
      style={createThemeVariables(design, client) as CSSProperties}
    >
      <ProductSheet {...{ product, garment, selection, terms }}>
        {garment.attributes.map((attribute) => (
          <ChoiceGroup
            key={attribute.id}
            attribute={attribute}
            states={listValueStates(attribute, garment.combinations, selection.selection)}
            chosen={selection.selection[attribute.id]}
            onChoose={(valueId) => selection.choose([valueId])}
          />
        ))}
        {selection.combination && <StockLine combination={selection.combination} />}
        <ProductTerms garment={garment} combination={selection.combination} terms={terms} />
      </ProductSheet>
    </section>
  );
}
