import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { type ImportStep, ImportSteps } from '#web/people/import/import-steps.tsx';
import { PreviewProgress } from '#web/people/import/preview-progress.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { operatorQuery } from '../../session/operator-api.ts';
import { ProductColumnsStep } from './product-columns-step.tsx';
import { describeTarget, type ProductImport } from './product-import-labels.ts';
import { ProductPreviewStep } from './product-preview-step.tsx';
import { ProductResultStep } from './product-result-step.tsx';

const POLL_INTERVAL_MS = 700;

const isPreviewing = ({ state, isPreviewInterrupted }: ProductImport) => state === 'previewing' && !isPreviewInterrupted;

/** One product file at its present step: columns, preview or result. */
export function ProductImportPage() {
  const id = Number(useParams().id);
  const location = useLocation();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/productimports/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isPreviewing(state.data.productImport) ? POLL_INTERVAL_MS : false),
  });
  const productImport = data?.productImport;
  const step = productImport && getStep(productImport, search.get('step') === 'columns');
  return (
    <>
      <PageHeader
        title={productImport?.fileName ?? 'Import'}
        tab="Import products"
        above={<BackLink to={{ pathname: operatorPaths.productImports, search: location.state?.list }}>Import products</BackLink>}
      >
        {productImport && describeFile(productImport)}
      </PageHeader>
      <ImportSteps at={step ?? 'columns'} />
      {!productImport ? (
        <Card flush>
          {error ? (
            <ErrorState title="This file could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading the file">
              <SkeletonRows rows={6} height={64} />
            </PageLoading>
          )}
        </Card>
      ) : isPreviewing(productImport) ? (
        <PreviewProgress {...productImport.previewProgress} nouns={['product', 'products']} />
      ) : step === 'columns' ? (
        <ProductColumnsStep key={id} productImport={productImport} onPreview={() => setSearch({}, { replace: true })} />
      ) : step === 'preview' ? (
        <ProductPreviewStep productImport={productImport} onColumns={() => setSearch({ step: 'columns' })} />
      ) : (
        <ProductResultStep productImport={productImport} />
      )}
    </>
  );
}

const describeFile = (productImport: ProductImport) =>
  `${describeTarget(productImport)}${productImport.rows > 0 ? `, ${plural(productImport.rows, 'row')}` : ''}, uploaded on ${formatDateTime(
    productImport.createdOnUtc,
  )} by ${productImport.createdBy}.`;

function getStep({ state, startedOnUtc, isPreviewInterrupted }: ProductImport, wantsColumns: boolean): ImportStep {
  if (startedOnUtc !== null) return 'result';
  if (state === 'uploaded' || isPreviewInterrupted) return 'columns';
  return state === 'previewed' && wantsColumns ? 'columns' : 'preview';
}
