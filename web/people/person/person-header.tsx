import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { useDestinationOptions, useJobRoleOptions } from '#web/organisation/structure-options.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatNumber, lowerFirst } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { describeMissing, uniformStatusBadges } from '../uniform-status-labels.ts';
import { PersonActions } from './person-actions.tsx';
import type { Customer } from './person-fields.ts';
import css from './person-page.module.css';

interface Props {
  person: Customer;
  caller: Profile;
  back: ReactNode;
}

/** The head of a person's page: name, status, who they are at work, what is missing, and the actions of the caller. */
export function PersonHeader({ person, caller, back }: Props) {
  const uniform = person.orderingStatusId === null ? undefined : uniformStatusBadges[person.orderingStatusId];
  const missing = describeMissing(person);
  const { impersonationBlocker } = person;
  return (
    <PageHeader title={formatPersonName(person)} above={back} actions={<PersonActions person={person} caller={caller} />}>
      <Group gap="4px 8px" component="span">
        {!person.active && <StatusBadge tone="neutral">Account closed</StatusBadge>}
        {person.wardrobeOptOut ? (
          <StatusBadge tone="warning">Opted out</StatusBadge>
        ) : (
          uniform && <StatusBadge tone={uniform.tone}>{uniform.name}</StatusBadge>
        )}
        <WorkFacts person={person} />
      </Group>
      {(missing || impersonationBlocker) && (
        <Text component="span" display="block" size="sm" className={css.missing}>
          {missing && <strong>{missing}. </strong>}
          {impersonationBlocker &&
            `Ordering for ${person.firstName || formatPersonName(person)}: ${lowerFirst(impersonationBlocker)}.`}
        </Text>
      )}
    </PageHeader>
  );
}

const isInFuture = (utc: string) => new Date(utc).getTime() > Date.now();

/** "Receptionist · Langdale Fell Lodge · MR10035 · since 4 Nov 2024 · 40 hours" */
function WorkFacts({ person }: { person: Customer }) {
  const nameIn = (options: ReturnType<typeof useJobRoleOptions>, id: number | null) =>
    options?.find((option) => option.id === id)?.label;
  const { startDateUtc, endDateUtc, weeklyHours, employeeNumber } = person;
  const facts = [
    nameIn(useJobRoleOptions(), person.jobRoleId),
    nameIn(useDestinationOptions(), person.organisationResortId),
    employeeNumber,
    startDateUtc && `${isInFuture(startDateUtc) ? 'starts' : 'since'} ${formatDate(startDateUtc)}`,
    endDateUtc && `until ${formatDate(endDateUtc)}`,
    weeklyHours !== null && `${formatNumber(weeklyHours)} hours`,
  ];
  return <span className={css.work}>{facts.filter(Boolean).join(' · ')}</span>;
}
