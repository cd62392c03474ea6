import { Button, Menu } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { formatPersonName, useImpersonationSwitch } from '#web/app/session/impersonation.ts';
import { type Profile, useCaller } from '#web/app/session/profile.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { MenuButton } from '#web/ui/buttons/menu-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { describeMissing, uniformStatusBadges } from '../uniform-status-labels.ts';
import { ErasePerson } from './erase-person.tsx';
import { getImpersonationDisabledReason } from './impersonation-access.ts';
import { type Customer, canSetAccess } from './person-fields.ts';
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
      <PageHeader title={formatPersonName(person)} above={back} actions={<Actions person={person} caller={caller} />}>
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

/** Actions on the person as a whole. Actions that can be undone offer "Undo" instead of asking for confirmation. */
function Actions({ person, caller }: { person: Customer; caller: Profile }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { begin, busy } = useImpersonationSwitch();
  const [erasing, setErasing] = useState(false);
  const name = formatPersonName(person);
  const params = { id: person.id };
  const reload = () => invalidateCalls(client, 'GET /api/customers/:id', 'GET /api/customers', 'GET /api/customers/:id/history');
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
        active ? `${name} can log in again.` : `Account closed. ${name} has been logged out everywhere.`,
        active ? {} : { action: { label: 'Undo', run: () => setActive.mutate(true) } },
      );
      return reload();
    },
    onError,
  });
  const restore = useMutation({
    mutationFn: () => api('POST /api/customers/:id/restore', { params }),
    onSuccess: async () => {
      showSuccess(`${name} restored.`, { persistent: true });
      await reload();
      await navigate(paths.person(person.id));
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/customers/:id', { params }),
    onSuccess: async () => {
      showSuccess(`${name} removed. Their orders are kept.`, {
        persistent: true,
        action: { label: 'Undo', run: () => restore.mutate() },
      });
      await navigate(paths.people());
      client.removeQueries({ queryKey: ['GET /api/customers/:id', { params }] });
      await invalidateCalls(client, 'GET /api/customers');
    },
    onError,
  });
  const disabledReason = getImpersonationDisabledReason(caller, person);
  const canManage = canSetAccess(caller, person);
  const isBusy = setActive.isPending || remove.isPending || invite.isPending;
  return (
    <>
      <Button
        disabled={disabledReason !== undefined || busy !== undefined}
        title={disabledReason}
        onClick={() => void begin(person)}
      >
        Order for {person.firstName || name}
      </Button>
      {person.active && canManage && (
        <Button variant="default" disabled={isBusy} onClick={() => invite.mutate()}>
          Invite
        </Button>
      )}
      {canManage && (
        <>
          <MenuButton label="More" disabled={isBusy}>
            <Menu.Item onClick={() => setActive.mutate(!person.active)}>
              {person.active ? 'Close account' : 'Reopen account'}
            </Menu.Item>
            <Menu.Item onClick={() => remove.mutate()}>Remove person</Menu.Item>
            <Menu.Item onClick={() => setErasing(true)}>Erase permanently…</Menu.Item>
          </MenuButton>
          <ErasePerson person={person} opened={erasing} onClose={() => setErasing(false)} />
        </>
      )}
    </>
  );
}
