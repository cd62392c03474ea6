import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { isAdmin, type Profile, useCaller } from '#web/app/session/profile.ts';
import { HeldSummary } from '#web/entitlement/issued-garments/held-summary.tsx';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PersonAccount } from './person-account.tsx';
import { PersonDetails } from './person-details.tsx';
import type { Customer } from './person-fields.ts';
import { PersonHeader } from './person-header.tsx';
import { PersonMeasurements } from './person-measurements.tsx';
import css from './person-page.module.css';
import { PersonAddresses, PersonHistory, PersonOrders } from './person-record.tsx';
import { PersonSizes } from './person-sizes.tsx';
import { LoadingPerson, PersonMissing } from './person-states.tsx';
import { PersonTrail } from './person-trail.tsx';
import { PersonUniform } from './person-uniform.tsx';
import { PersonWaiting } from './person-waiting.tsx';
import { PersonWardrobes } from './person-wardrobes.tsx';

/** The page of a person. Administrators can change the details; others see them. */
export function PersonPage() {
  const id = Number(useParams().id);
  const caller = useCaller();
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/customers/:id', { params: { id } }), enabled: id > 0 });
  const person = data?.customers[0];
  if (!person || !caller) {
    const isMissing = !(id > 0) || isNotFound(error);
    return (
      <>
        <PageHeader title="Person" above={<PersonTrail id={id} />} />
        <Card flush>
          {isMissing ? (
            <PersonMissing caller={caller} />
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
    <PersonDetails person={person} caller={caller} back={<PersonTrail id={id} />} />
  );
}

/** What waits and what is owed first, then orders, sizes, garments and the record, for administrators. */
function ManagedPerson({ person, caller }: { person: Customer; caller: Profile }) {
  const { id } = person;
  return (
    <div className={css.page}>
      <PersonHeader person={person} caller={caller} back={<PersonTrail id={id} />} />
      <div className={css.columns}>
        <div className={css.column}>
          <PersonWaiting customerId={id} />
          <PersonUniform customerId={id} />
          <PersonOrders person={person} />
          <Card title="Wardrobes">
            <PersonWardrobes person={person} />
          </Card>
        </div>
        <div className={css.column}>
          <PersonSizes customerId={id} />
          <HeldSummary customerId={id} />
          <PersonAccount person={person} />
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
    </div>
  );
}
