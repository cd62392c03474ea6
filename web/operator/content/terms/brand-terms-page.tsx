import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecordId } from '#web/app/record-id.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { useMay } from '../../session/operator-access.ts';
import { operatorQuery } from '../../session/operator-api.ts';
import css from './terms.module.css';
import { TermsForm } from './terms-form.tsx';
import { describeAgreed, nameVersion } from './terms-labels.ts';
import { TermsVersions } from './terms-versions.tsx';

const back = <BackLink to={operatorPaths.terms}>Terms and privacy</BackLink>;

/** The terms and the privacy policy of one brand: the texts, to publish a new version, and the versions before. */
export function BrandTermsPage() {
  const { id, isId } = useRecordId();
  const mayPublish = useMay('content:write');
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/terms/:id', { params: { id } }),
    enabled: isId,
    // What is being edited must not change under the operator's hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) {
    const { terms } = data;
    return (
      <>
        <PageHeader title={`Terms of ${terms.companyName}`} above={back}>
          {nameVersion(terms)}. {describeAgreed(terms)}
        </PageHeader>
        {leftOut.length > 0 && (
          <Notice tone="warning" role="status">
            Published. {leftOut.join(' ')}
          </Notice>
        )}
        <div className={css.columns}>
          <TermsForm key={terms.version} terms={terms} isReadOnly={!mayPublish} onPublished={setLeftOut} />
          <Card title="Versions">
            <TermsVersions versions={terms.versions} />
          </Card>
        </div>
      </>
    );
  }
  return (
    <>
      <PageHeader title="Terms" above={back} />
      <RecordStates noun="brand" isId={isId} error={error} onRetry={() => void refetch()}>
        You don’t work for a brand at this address.
      </RecordStates>
    </>
  );
}
