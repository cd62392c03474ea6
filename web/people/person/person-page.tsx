import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { describeMissing, uniformStatusBadges } from '../uniform-status-labels.ts';
import { PersonActions } from './person-actions.tsx';
import { PersonForm } from './person-form.tsx';
import { PersonMeasurements } from './person-measurements.tsx';
import css from './person-page.module.css';
import { PersonAddresses, PersonHistory, PersonOrders } from './person-record.tsx';
import { PersonWardrobes } from './person-wardrobes.tsx';
import { usePersonChoices } from './use-person-choices.ts';

/** The page of a person: editable details, orders, wardrobes, addresses, measurements and history. */
export function PersonPage() {
  const id = Number(useParams().id);
  const caller = useCaller();
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/customers/:id', { params: { id } }), enabled: id > 0 });
  const { choices, departmentsOf, isReady } = usePersonChoices();
  const person = data?.customers[0];
  const back = <BackLink to={paths.people()}>People</BackLink>;
  if (!person || !caller || !isReady) {
    const isMissing = !(id > 0) || (error instanceof ApiError && error.status === 404);
    return (
      <>
        <PageHeader title="Person" above={back} />
        <Card flush>
          {isMissing ? (
            <EmptyState title="Person not found">
              They may have been removed, or belong to groups that you do not administer.
            </EmptyState>
          ) : error ? (
            <ErrorState title="The person could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading the person">
              <SkeletonRows rows={6} height={72} />
            </PageLoading>
          )}
        </Card>
      </>
    );
  }
  const uniform = person.orderingStatusId === null ? undefined : uniformStatusBadges[person.orderingStatusId];
  const missing = describeMissing(person);
  return (
    <>
      <PageHeader title={formatPersonName(person)} above={back} actions={<PersonActions person={person} caller={caller} />}>
        <span className={css.badges}>
          <StatusBadge tone={person.active ? 'success' : 'neutral'}>
            {person.active ? 'Account open' : 'Account closed'}
          </StatusBadge>
          {person.wardrobeOptOut && <StatusBadge tone="warning">Opted out</StatusBadge>}
          {uniform && !person.wardrobeOptOut && (
            <StatusBadge tone={uniform.tone}>Uniform: {uniform.name.toLowerCase()}</StatusBadge>
          )}
          {missing && <strong className={css.missing}>{missing}</strong>}
          <span className={css.note}>
            {person.lastLoginDateUtc ? `Last logged in ${formatDateTime(person.lastLoginDateUtc)}` : 'Never logged in'}
          </span>
        </span>
      </PageHeader>
      <div className={css.columns}>
        <PersonForm key={person.id} person={person} caller={caller} choices={choices} departmentsOf={departmentsOf} />
        <div className={css.stack}>
          <Card title="Orders">
            <PersonOrders id={id} />
          </Card>
          <Card title="Wardrobes">
            <PersonWardrobes person={person} />
          </Card>
          <Card title="Addresses">
            <PersonAddresses id={id} />
          </Card>
          <Card title="Special measurements">
            <PersonMeasurements id={id} />
          </Card>
          <Card title="History">
            <PersonHistory id={id} />
          </Card>
        </div>
      </div>
    </>
  );
}
