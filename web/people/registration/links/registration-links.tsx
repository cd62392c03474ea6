import { Button } from '@mantine/core';
import { useState } from 'react';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { NewRegistrationLink } from './registration-link-form.tsx';
import { registrationLinksList } from './registration-links-list.tsx';

/** The list of registration links: create, copy, edit, revoke and restore. */
export function RegistrationLinks() {
  const [isCreating, setCreating] = useState(false);
  const model = useList(registrationLinksList, undefined);
  const createButton = (
    <Button leftSection={<PlusIcon size={18} />} onClick={() => setCreating(true)}>
      Create a link
    </Button>
  );
  return (
    <>
      <ListPage model={model} actions={model.reply?.totalCount !== 0 && createButton} emptyAction={createButton} />
      <NewRegistrationLink opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
