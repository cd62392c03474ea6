import type { ReactNode } from 'react';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PersonActions, PersonBlockers } from './person-actions.tsx';
import type { Customer } from './person-fields.ts';
import { PersonStatus } from './person-status.tsx';

interface Props {
  person: Customer;
  caller: Profile;
  back: ReactNode;
}

/** The head of a person's page: name, status, why some emails cannot be sent, and the actions of the caller. */
export function PersonHeader({ person, caller, back }: Props) {
  return (
    <PageHeader title={formatPersonName(person)} above={back} actions={<PersonActions person={person} caller={caller} />}>
      <PersonStatus person={person}>
        <PersonBlockers person={person} caller={caller} />
      </PersonStatus>
    </PageHeader>
  );
}
