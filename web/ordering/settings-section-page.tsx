import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { StructurePage } from '#web/organisation/structure/structure-page.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';

const CostCentresPage = lazy(async () => ({
  default: (await import('./cost-centres/cost-centres-page.tsx')).CostCentresPage,
}));
const OwnQuestionsPage = lazy(async () => ({
  default: (await import('./checkout-questions/own-questions-page.tsx')).OwnQuestionsPage,
}));

/** A section of the settings that its path names. One route for all of them, because the log-in page carries every path of the portal. */
export function SettingsSectionPage() {
  const { kind } = useParams();
  if (kind !== 'cost-centres' && kind !== 'questions') return <StructurePage />;
  return (
    <Suspense
      fallback={
        <PageLoading label="Loading settings">
          <SkeletonRows rows={6} height={48} />
        </PageLoading>
      }
    >
      {kind === 'questions' ? <OwnQuestionsPage /> : <CostCentresPage />}
    </Suspense>
  );
}
