import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiQuery } from '#web/app/api.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { formatDate } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { formatRoles } from './listed-person.ts';
import { type Customer, personFieldLabels } from './person-fields.ts';
import { PersonHeader } from './person-header.tsx';
import css from './person-page.module.css';
import { PersonAddresses } from './person-record.tsx';
import { PersonSizes } from './person-sizes.tsx';
import { PersonUniform } from './person-uniform.tsx';
import { PersonWardrobes } from './person-wardrobes.tsx';

interface Props {
  person: Customer;
  caller: Profile;
  back: ReactNode;
}

/** The page of a person for those who may see the details but not change them. */
export function PersonDetails({ person, caller, back }: Props) {
  return (
    <div className={css.page}>
      <PersonHeader person={person} caller={caller} back={back} />
      <div className={css.columns}>
        <div className={css.column}>
          <PersonUniform customerId={person.id} />
          <Facts person={person} />
        </div>
        <div className={css.column}>
          <PersonSizes customerId={person.id} />
          <Card title="Wardrobes">
            <PersonWardrobes person={person} />
          </Card>
          <Card title="Addresses">
            <PersonAddresses id={person.id} />
          </Card>
        </div>
      </div>
    </div>
  );
}

const options = { staleTime: 5 * 60_000 };
const nameIn = (list: readonly { id: number; name: string }[] | undefined, id: number | null) =>
  list?.find((each) => each.id === id)?.name;
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');

function Facts({ person }: { person: Customer }) {
  const resorts = useQuery({ ...apiQuery('GET /api/organisationresorts'), ...options }).data?.organisationResorts;
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...options }).data?.organisationBusinessAreas;
  const jobs = useQuery({ ...apiQuery('GET /api/organisationjobroles'), ...options }).data?.organisationJobRoles;
  const facts: [string, string | null | undefined][] = [
    [personFieldLabels.email, person.email],
    [personFieldLabels.employeeNumber, person.employeeNumber],
    [personFieldLabels.poNumber, person.poNumber],
    [personFieldLabels.organisationResortId, nameIn(resorts, person.organisationResortId)],
    [personFieldLabels.departments, names(person.departments)],
    [personFieldLabels.organisationBusinessAreaId, nameIn(areas, person.organisationBusinessAreaId)],
    [personFieldLabels.jobRoleId, nameIn(jobs, person.jobRoleId)],
    [personFieldLabels.startDateUtc, formatDate(person.startDateUtc)],
    [personFieldLabels.endDateUtc, formatDate(person.endDateUtc)],
    [personFieldLabels.weeklyHours, person.weeklyHours === null ? 'Full time' : String(person.weeklyHours)],
    [personFieldLabels.organisationGroupIds, names(person.organisationGroups)],
    [personFieldLabels.roleIds, formatRoles(person)],
  ];
  return (
    <Card title="Person">
      <dl className={css.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" c="dimmed">
              {label}
            </Text>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        Only administrators can change these details.
      </Text>
    </Card>
  );
}
