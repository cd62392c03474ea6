import { Text } from '@mantine/core';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { formatRoles } from './listed-person.ts';
import type { Customer } from './person-fields.ts';
import css from './person-page.module.css';

/** Whether the person can log in, with which address and as what. */
export const PersonAccount = ({ person }: { person: Customer }) => (
  <Card
    title="Account"
    action={<StatusBadge tone={person.active ? 'success' : 'neutral'}>{person.active ? 'Open' : 'Closed'}</StatusBadge>}
  >
    <p className={css.text}>{person.email}</p>
    <Text size="sm" c="dimmed">
      {[
        person.lastLoginDateUtc ? `Last logged in ${formatDateTime(person.lastLoginDateUtc)}` : 'Never logged in',
        formatRoles({ roles: person.roles.filter((role) => role.startsWith('Organisation')) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Text>
    {person.organisationGroups.length > 0 && (
      <Text size="sm" c="dimmed">
        {person.organisationGroups.map(({ name }) => name).join(', ')}
      </Text>
    )}
  </Card>
);
