import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { describeMissing, uniformStatusBadges } from '../uniform-status-labels.ts';
import type { Customer } from './person-fields.ts';
import css from './person-page.module.css';

/** Account, uniform status and last login of a person, for the header of their page, followed by `children`. */
export function PersonStatus({ person, children }: { person: Customer; children?: ReactNode }) {
  const uniform = person.orderingStatusId === null ? undefined : uniformStatusBadges[person.orderingStatusId];
  const missing = describeMissing(person);
  return (
    <Group component="span" gap="xs">
      <StatusBadge tone={person.active ? 'success' : 'neutral'}>{person.active ? 'Account open' : 'Account closed'}</StatusBadge>
      {person.wardrobeOptOut && <StatusBadge tone="warning">Opted out</StatusBadge>}
      {uniform && !person.wardrobeOptOut && <StatusBadge tone={uniform.tone}>Uniform: {uniform.name.toLowerCase()}</StatusBadge>}
      {missing && <strong className={css.missing}>{missing}</strong>}
      <Text span size="sm" c="dimmed">
        {person.lastLoginDateUtc ? `Last logged in ${formatDateTime(person.lastLoginDateUtc)}` : 'Never logged in'}
      </Text>
      {children}
    </Group>
  );
}
