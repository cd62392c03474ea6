import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { paths } from '#web/app/paths.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { Departments } from './departments.tsx';
import { resortKind, resortsQuery } from './item-kinds.ts';
import { ResortAddresses } from './resort-addresses.tsx';
import css from './structure.module.css';

/** The page of a destination, with its departments and delivery addresses. */
export function ResortPage() {
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery(resortsQuery);
  const caller = useCaller();
  const destination = data?.organisationResorts.find((one) => one.id === id);
  const canEdit = caller?.adminableOrganisationGroupIds.length === 0;
  const back = (
    <ListBackLink
      to={paths.structure(resortKind.slug)}
      label="Destinations"
      list="destinations"
      id={id}
      noun="destination"
      pathOf={paths.resort}
    />
  );
  if (!destination) {
    return (
      <>
        <PageHeader title="Destination" above={back} />
        <Card flush>
          {data ? (
            <EmptyState title="Destination not found">It may have been deleted, or the link may be wrong.</EmptyState>
          ) : error ? (
            <ErrorState title="The destination could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading the destination">
              <SkeletonRows rows={4} height={72} />
            </PageLoading>
          )}
        </Card>
      </>
    );
  }
  return (
    <>
      <PageHeader title={destination.name} above={back}>
        {canEdit ? 'Departments and delivery addresses.' : 'Managed by the administrators of the whole organisation.'}
      </PageHeader>
      <section className={css.part} aria-label="Departments">
        <h2 className={css.partTitle}>Departments</h2>
        <Departments destination={destination} canEdit={canEdit} />
      </section>
      <section className={css.part} aria-label="Addresses">
        <h2 className={css.partTitle}>Addresses</h2>
        <ResortAddresses destination={destination} canEdit={canEdit} />
      </section>
    </>
  );
}
