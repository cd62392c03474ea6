import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { operatorQuery } from '../../session/operator-api.ts';
import { ContentPages } from '../content-pages.tsx';
import css from './terms.module.css';
import { describeAgreed, nameVersion } from './terms-labels.ts';

/** The terms and privacy policies of the operator's brands. */
export function BrandTermsListPage() {
  const { data, error, refetch } = useQuery(operatorQuery('GET /api/operator/terms'));
  return (
    <>
      <PageHeader title="Terms and privacy">The texts people agree to when they first open the portal, by brand.</PageHeader>
      <ContentPages />
      {data ? (
        <div className={css.brands}>
          {data.terms.map((terms) => (
            <Card key={terms.brandId} title={terms.companyName}>
              <p>{nameVersion(terms)}</p>
              <p className={css.note}>{describeAgreed(terms)}</p>
              <p className={css.link}>
                <Link to={operatorPaths.brandTerms(terms.brandId)}>
                  Texts and versions<VisuallyHidden> of {terms.companyName}</VisuallyHidden>
                </Link>
              </p>
            </Card>
          ))}
        </div>
      ) : error ? (
        <ErrorState title="The terms could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading the terms">
          <SkeletonRows rows={3} height={80} />
        </PageLoading>
      )}
    </>
  );
}
