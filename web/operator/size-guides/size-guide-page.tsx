import { useQuery } from '@tanstack/react-query';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorQuery } from '../session/operator-api.ts';
import { GuideEditor } from './guide-editor.tsx';

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
  const { id, isId } = useRecordId();
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/sizeguides/:id', { params: { id } }),
    enabled: isId,
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
  return (
    <>
      <PageHeader title="Size guide" above={backFrom(id)} />
      <Card>
        <RecordStates noun="size guide" isId={isId} error={error} onRetry={() => void refetch()} rows={8} height={44} />
      </Card>
    </>
  );
}
