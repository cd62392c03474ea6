import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { ListTabs } from '#web/app/lists/list-tabs.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { REGISTRATION_TABS, registrationsList } from './registrations-list.tsx';
import { linkToRegistrations } from './registrations-url.ts';

/** Registration requests by state; waiting ones can be approved or rejected. */
export function RegistrationRequests() {
  const model = useList(registrationsList, undefined);
  return (
    <ListPage
      model={model}
      tabs={<ListTabs model={model} label="Requests by status" filter="state" tabs={REGISTRATION_TABS} />}
      emptyAction={
        <Button component={Link} to={linkToRegistrations('links')} variant="default">
          View registration links
        </Button>
      }
    />
  );
}
