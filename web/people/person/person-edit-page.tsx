import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PersonForm } from './person-form.tsx';
import { LoadingPerson, PersonMissing } from './person-states.tsx';
import { usePersonChoices } from './use-person-choices.ts';

/** The details of a person, for their administrators to change. Leads back to the person once all is saved. */
export function PersonEditPage() {
  const id = Number(useParams().id);
  const caller = useCaller();
  const navigate = useNavigate();
  const { state } = useLocation();
  const { isReady, ...choices } = usePersonChoices();
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/customers/:id', { params: { id } }), enabled: id > 0 });
  const person = data?.customers[0];
  const isMissing = !(id > 0) || (error instanceof ApiError && error.status === 404);
  const back = (
    <BackLink to={paths.person(id)} state={state}>
      {person ? formatPersonName(person) : 'Person'}
    </BackLink>
  );
  return (
    <>
      <PageHeader title="Edit details" tab={person && `Edit ${formatPersonName(person)}`} above={back} />
      {person && caller && isReady ? (
        <PersonForm
          key={person.id}
          person={person}
          caller={caller}
          onDone={() => void navigate(paths.person(id), { state })}
          {...choices}
        />
      ) : (
        <Card flush>
          {isMissing ? (
            <PersonMissing caller={caller} />
          ) : error ? (
            <ErrorState title="The person could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingPerson />
          )}
        </Card>
      )}
    </>
  );
}
