import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { paths } from '#web/app/paths.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { isAdmin, type Profile, useCaller } from '#web/app/session/profile.ts';
import { IssuedGarments } from '#web/entitlement/issued-garments/issued-garment-list.tsx';
import { BalanceSummary } from '#web/entitlement/statement/balance-summary.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { PersonRequests } from '../entitlement-requests/person-requests.tsx';
import { PersonDetails } from './person-details.tsx';
import type { Customer } from './person-fields.ts';
import { PersonForm } from './person-form.tsx';
import { PersonHeader } from './person-header.tsx';
import { PersonMeasurements } from './person-measurements.tsx';
import css from './person-page.module.css';
import { PersonAddresses, PersonHistory, PersonOrders } from './person-record.tsx';
import { PersonWardrobes } from './person-wardrobes.tsx';
import { usePersonChoices } from './use-person-choices.ts';

const BackToPeople = ({ id }: { id: number }) => (
  <ListBackLink to={paths.people()} label="People" list="people" noun="person" id={id} pathOf={paths.person} />
);

/** The page of a person. Administrators can change the details; others see them. */
export function PersonPage() {
  const id = Number(useParams().id);
  const caller = useCaller();
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/customers/:id', { params: { id } }), enabled: id > 0 });
  const person = data?.customers[0];
  if (!person || !caller) {
    const isMissing = !(id > 0) || (error instanceof ApiError && error.status === 404);
    return (
      <>
        <PageHeader title="Person" above={<BackToPeople id={id} />} />
        <Card flush>
          {isMissing ? (
            <EmptyState title="Person not found">
              {caller && !isAdmin(caller)
                ? 'They may have been removed.'
                : 'They may have been removed, or belong to groups you don’t administer.'}
            </EmptyState>
          ) : error ? (
            <ErrorState title="The person could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingPerson />
          )}
        </Card>
      </>
    );
  }
  return isAdmin(caller) ? (
    <ManagedPerson key={person.id} person={person} caller={caller} />
  ) : (
    <PersonDetails person={person} caller={caller} back={<BackToPeople id={id} />} />
  );
}

const LoadingPerson = () => (
  <PageLoading label="Loading the person">
    <SkeletonRows rows={6} height={72} />
  </PageLoading>
);

/** Editable details, orders, uniform, wardrobes, addresses, measurements and history, for administrators. */
function ManagedPerson({ person, caller }: { person: Customer; caller: Profile }) {
  const { id } = person;
  const { isReady, ...choices } = usePersonChoices();
  if (!isReady)
    return (
      <>
        <PageHeader title={formatPersonName(person)} above={<BackToPeople id={id} />} />
        <Card flush>
          <LoadingPerson />
        </Card>
      </>
    );
  return (
    <>
      <PersonHeader person={person} caller={caller} back={<BackToPeople id={person.id} />} />
      <div className={css.columns}>
        <PersonForm key={person.id} person={person} caller={caller} {...choices} />
        <Stack>
          <Card title="Orders">
            <PersonOrders id={id} />
          </Card>
          <Card title="Uniform">
            <PersonRequests customerId={id} />
            <BalanceSummary customerId={id} />
          </Card>
          <Card title="Garments held">
            <IssuedGarments customerId={id} />
          </Card>
          <Card title="Wardrobes">
            <PersonWardrobes person={person} />
          </Card>
          <Card title="Addresses">
            <PersonAddresses id={id} />
          </Card>
          <Card title="Special measurements">
            <Stack>
              <PersonMeasurements id={id} />
              {person.active && <Link to={paths.madeToMeasureNew({ for: id })}>Request a garment made to measure</Link>}
            </Stack>
          </Card>
          <Card title="History">
            <PersonHistory id={id} />
          </Card>
        </Stack>
      </div>
    </>
  );
}
