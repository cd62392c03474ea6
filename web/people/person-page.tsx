import { Button, Menu } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { api, apiQuery, refresh } from '../api.ts';
import { ApiError } from '../api-error.ts';
import { nameOf, useActingSwitch } from '../hooks/acting.ts';
import { type Profile, useCaller } from '../hooks/profile.ts';
import { paths } from '../paths.ts';
import { BackLink } from '../shell/back-link.tsx';
import { showError, showSuccess } from '../ui/alerts.ts';
import { Card } from '../ui/card.tsx';
import { formatMoment } from '../ui/format.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageLoading } from '../ui/page-loading.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { ErasePerson } from './erase-person.tsx';
import { whyNot } from './order-for.ts';
import { missingInWords, orderingNames } from './people-words.ts';
import { type Customer, maySetAccess } from './person-fields.ts';
import { PersonForm } from './person-form.tsx';
import { PersonMeasurements } from './person-measurements.tsx';
import css from './person-page.module.css';
import { PersonAddresses, PersonHistory, PersonOrders } from './person-record.tsx';
import { PersonWardrobes } from './person-wardrobes.tsx';
import { usePersonChoices } from './use-person-choices.ts';

/** One person: everything that is said of them, what they may do, what they ordered and what was changed. */
export function PersonPage() {
  const id = Number(useParams().id);
  const caller = useCaller();
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/customers/:id', { params: { id } }), enabled: id > 0 });
  const { choices, departmentsOf, isReady } = usePersonChoices();
  const person = data?.customers[0];
  const back = <BackLink to={paths.people()}>People</BackLink>;
  if (!person || !caller || !isReady) {
    const isGone = !(id > 0) || (error instanceof ApiError && error.status === 404);
    return (
      <>
        <PageHeader title="Person" above={back} />
        <Card flush>
          {isGone ? (
            <EmptyState title="Nobody is here">
              The person may have been removed, or belongs to groups that you do not administer.
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
  const uniform = person.orderingStatusId === null ? undefined : orderingNames[person.orderingStatusId];
  const missing = missingInWords(person);
  return (
    <>
      <PageHeader title={nameOf(person)} above={back} actions={<Actions person={person} caller={caller} />}>
        <span className={css.badges}>
          <StatusBadge tone={person.active ? 'success' : 'neutral'}>
            {person.active ? 'Account open' : 'Account closed'}
          </StatusBadge>
          {person.wardrobeOptOut && <StatusBadge tone="warning">Opted out of a uniform</StatusBadge>}
          {uniform && !person.wardrobeOptOut && (
            <StatusBadge tone={uniform.tone}>Uniform: {uniform.name.toLowerCase()}</StatusBadge>
          )}
          {missing && <strong className={css.missing}>{missing}</strong>}
          <span className={css.note}>
            {person.lastLoginDateUtc ? `Last logged in ${formatMoment(person.lastLoginDateUtc)}` : 'Has never logged in'}
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

/** What can be done with the person as a whole. What can be taken back is offered to be, and not asked about. */
function Actions({ person, caller }: { person: Customer; caller: Profile }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { begin, busy } = useActingSwitch();
  const [erasing, setErasing] = useState(false);
  const name = nameOf(person);
  const params = { id: person.id };
  const reload = () => refresh(client, 'GET /api/customers/:id', 'GET /api/customers', 'GET /api/customers/:id/history');
  const onError = (error: Error) => showError(error);
  const invite = useMutation({
    mutationFn: () => api('GET /api/sendemailinvite/:id', { params }),
    onSuccess: ({ success, msg }) => {
      if (success) showSuccess(`${name} has been invited.`);
      else showError(`${name}: ${msg ?? 'The invitation could not be sent.'}`);
      return reload();
    },
    onError,
  });
  const setActive = useMutation({
    mutationFn: (active: boolean) => api('PUT /api/customers/:id', { params, body: { customer: { active } } }),
    onSuccess: (_, active) => {
      showSuccess(
        active ? `${name} can log in again.` : `The account of ${name} is closed, and logged out everywhere.`,
        active ? {} : { action: { label: 'Undo', run: () => setActive.mutate(true) } },
      );
      return reload();
    },
    onError,
  });
  const restore = useMutation({
    mutationFn: () => api('POST /api/customers/:id/restore', { params }),
    onSuccess: async () => {
      showSuccess(`${name} is back.`, { keep: true });
      await reload();
      await navigate(paths.person(person.id));
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/customers/:id', { params }),
    onSuccess: async () => {
      showSuccess(`${name} is removed. Their orders stay.`, {
        keep: true,
        action: { label: 'Undo', run: () => restore.mutate() },
      });
      await navigate(paths.people());
      client.removeQueries({ queryKey: ['GET /api/customers/:id', { params }] });
      await refresh(client, 'GET /api/customers');
    },
    onError,
  });
  const obstacle = whyNot(caller, person);
  const mayManage = maySetAccess(caller, person);
  const isBusy = setActive.isPending || remove.isPending || invite.isPending;
  return (
    <>
      <Button disabled={obstacle !== undefined || busy !== undefined} title={obstacle} onClick={() => void begin(person)}>
        Order for {person.firstName || name}
      </Button>
      {person.active && mayManage && (
        <Button variant="default" disabled={isBusy} onClick={() => invite.mutate()}>
          Invite
        </Button>
      )}
      {mayManage && (
        <>
          <MenuButton label="More" disabled={isBusy}>
            <Menu.Item onClick={() => setActive.mutate(!person.active)}>
              {person.active ? 'Close account' : 'Open account'}
            </Menu.Item>
            <Menu.Item onClick={() => remove.mutate()}>Remove</Menu.Item>
            <Menu.Item onClick={() => setErasing(true)}>Erase…</Menu.Item>
          </MenuButton>
          <ErasePerson person={person} opened={erasing} onClose={() => setErasing(false)} />
        </>
      )}
    </>
  );
}
