import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import css from '../../card-list.module.css';
import { CARDS_PER_PAGE, CardList } from '../../card-list.tsx';
import type { RegistrationSectionProps } from '../registrations-url.ts';
import { RegistrationLinkCard } from './registration-link-card.tsx';
import { NewRegistrationLink } from './registration-link-form.tsx';

/** The list of registration links: create, copy, edit, revoke and restore. */
export function RegistrationLinks({ view, onViewChange }: RegistrationSectionProps) {
  const [isCreating, setCreating] = useState(false);
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...apiQuery('GET /api/registrationlinks', { query: { page: view.page, limit: CARDS_PER_PAGE } }),
    placeholderData: keepPreviousData,
  });
  const createButton = (
    <Button leftSection={<PlusIcon size={18} />} onClick={() => setCreating(true)}>
      Create a link
    </Button>
  );
  return (
    <>
      {data?.totalCount !== 0 && <div className={css.bar}>{createButton}</div>}
      <CardList
        of={['link', 'links']}
        label="Registration links, newest first"
        totalCount={data?.totalCount}
        onThisPage={data?.registrationLinks.length ?? 0}
        error={error}
        isStale={isPlaceholderData && isFetching}
        page={view.page}
        onPage={(page) => onViewChange({ page })}
        onRetry={() => void refetch()}
        empty={
          <EmptyState title="No links yet" action={createButton}>
            Anyone with a registration link can register. They get access once they confirm their email address or you approve
            them.
          </EmptyState>
        }
      >
        {data?.registrationLinks.map((link) => (
          <RegistrationLinkCard key={link.id} link={link} />
        ))}
      </CardList>
      <NewRegistrationLink opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
