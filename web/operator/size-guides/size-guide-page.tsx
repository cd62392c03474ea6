import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorQuery } from '../session/operator-api.ts';
import { GuideEditor } from './guide-editor.tsx';

const MAX_ID = 2_147_483_647;
const back = <BackLink to={operatorPaths.sizeGuides}>Size guides</BackLink>;
const backFrom = (id: number) => (
  <ListBackLink
    to={operatorPaths.sizeGuides}
    label="Size guides"
    list="sizeguides"
    id={id}
    noun="size guide"
    pathOf={operatorPaths.sizeGuide}
  />
);

/** A new size guide. */
export function NewSizeGuidePage() {
  return (
    <>
      <PageHeader title="Add a size guide" above={back}>
        Type the table, paste it from a spreadsheet, or read it from a file.
      </PageHeader>
      <GuideEditor guide={undefined} />
    </>
  );
}

/** One size guide, to change it and to give it to products. */
export function SizeGuidePage() {
  const id = Number(useParams().id);
  const valid = Number.isInteger(id) && id > 0 && id <= MAX_ID;
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/sizeguides/:id', { params: { id } }),
    enabled: valid,
    // What is being edited must not change under the operator's hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) {
    return (
      <>
        <PageHeader title={data.sizeGuide.name} above={backFrom(id)} />
        <GuideEditor key={`${id} ${data.sizeGuide.version}`} guide={data.sizeGuide} />
      </>
    );
  }
  const isMissing = !valid || isNotFound(error);
  return (
    <>
      <PageHeader title="Size guide" above={backFrom(id)} />
      <Card>
        {isMissing ? (
          <EmptyState title="Size guide not found">There is no size guide at this address in your brands.</EmptyState>
        ) : error ? (
          <ErrorState title="The size guide could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading the size guide">
            <SkeletonRows rows={8} height={44} />
          </PageLoading>
        )}
      </Card>
    </>
  );
}
