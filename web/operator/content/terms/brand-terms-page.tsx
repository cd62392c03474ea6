import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { useMay } from '../../session/operator-access.ts';
import { operatorQuery } from '../../session/operator-api.ts';
import css from './terms.module.css';
import { TermsForm } from './terms-form.tsx';
import { describeAgreed, nameVersion } from './terms-labels.ts';
import { TermsVersions } from './terms-versions.tsx';

const MAX_ID = 2_147_483_647;
const back = <BackLink to={operatorPaths.terms}>Terms and privacy</BackLink>;

/** The terms and the privacy policy of one brand: the texts, to publish a new version, and the versions before. */
export function BrandTermsPage() {
  const id = Number(useParams().id);
  const valid = Number.isInteger(id) && id > 0 && id <= MAX_ID;
  const mayPublish = useMay('content:write');
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/terms/:id', { params: { id } }),
    enabled: valid,
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
  const isMissing = !valid || isNotFound(error);
  return (
    <>
      <PageHeader title="Terms" above={back} />
      {isMissing ? (
        <EmptyState title="Brand not found">You don’t work for a brand at this address.</EmptyState>
      ) : error ? (
        <ErrorState title="The terms could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading the terms">
          <SkeletonRows rows={4} height={60} />
        </PageLoading>
      )}
    </>
  );
}
