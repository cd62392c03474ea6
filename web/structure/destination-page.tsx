import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useCaller } from '../hooks/profile.ts';
import { paths } from '../paths.ts';
import { BackLink } from '../shell/back-link.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageLoading } from '../ui/page-loading.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { DestinationAddresses } from './destination-addresses.tsx';
import { departmentsOf, destinations, destinationsQuery } from './kinds.ts';
import css from './structure.module.css';
import { ThingList } from './thing-list.tsx';

/** One destination: its departments, and where uniforms are delivered to. */
export function DestinationPage() {
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery(destinationsQuery);
  const caller = useCaller();
  const destination = data?.organisationResorts.find((one) => one.id === id);
  const mayEdit = caller?.adminableOrganisationGroupIds.length === 0;
  const back = <BackLink to={paths.structure(destinations.slug)}>Destinations</BackLink>;
  if (!destination) {
    return (
      <>
        <PageHeader title="Destination" above={back} />
        <Card flush>
          {data ? (
            <EmptyState title="There is no such destination">It may have been deleted, or the address was changed.</EmptyState>
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
        {mayEdit
          ? 'Its departments, and the addresses that uniforms are delivered to.'
          : 'Kept by an administrator of the whole organisation.'}
      </PageHeader>
      <section className={css.part} aria-label="Departments">
        <h2 className={css.partTitle}>Departments</h2>
        <ThingList kind={departmentsOf(id)} mayEdit={mayEdit} mayMake={mayEdit} search="" onSearch={() => {}} heading="h3" />
      </section>
      <section className={css.part} aria-label="Addresses">
        <h2 className={css.partTitle}>Addresses</h2>
        <DestinationAddresses destination={destination} mayEdit={mayEdit} />
      </section>
    </>
  );
}
