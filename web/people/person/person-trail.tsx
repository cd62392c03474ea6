import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { QueryOf } from '#contract/index.ts';
import { findTrail } from '#web/app/list-trail.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { paths } from '#web/app/paths.ts';
import { OptionName, useDestinationOptions, useGroupOptions, useWardrobeOptions } from '#web/organisation/structure-options.tsx';
import { lowerFirst } from '#web/ui/format/format.ts';
import { uniformStatusBadges } from '../uniform-status-labels.ts';

type PeopleQuery = Partial<NonNullable<QueryOf<'GET /api/customers'>>>;

/** Above a person: back to their row in the list of people as it was left, with what it was narrowed to, and on to the next person of it. */
export function PersonTrail({ id }: { id: number }) {
  const { state } = useLocation();
  const trail = typeof state?.list === 'string' ? findTrail('people', state.list) : undefined;
  return (
    <ListBackLink
      to={paths.people()}
      label={<>People{trail && describeNarrowed(trail.query)}</>}
      list="people"
      noun="person"
      id={id}
      pathOf={paths.person}
      hasPlaceInLabel
    />
  );
}

const describeStatus = ({ orderingStatusId = 0, orderingAfterStartDateStatusId }: PeopleQuery): string => {
  if (orderingAfterStartDateStatusId === 10) return ', started without a uniform';
  const status = uniformStatusBadges[orderingStatusId];
  return status ? `, ${lowerFirst(status.name)}` : '';
};

/** ", not started at Torbay Heights": the status, and the one group, destination or wardrobe to which the list was narrowed. */
function describeNarrowed(query: PeopleQuery): ReactNode {
  const { query: words, resortId = 0, groupIds = [], collectionId = 0 } = query;
  const [group = 0] = groupIds;
  return (
    <>
      {describeStatus(query)}
      {words && ` found by “${words}”`}
      {resortId > 0 && (
        <>
          {' '}
          at <OptionName useOptions={useDestinationOptions} id={resortId} />
        </>
      )}
      {groupIds.length === 1 && (
        <>
          {' '}
          in <OptionName useOptions={useGroupOptions} id={group} />
        </>
      )}
      {collectionId > 0 && (
        <>
          {' '}
          with <OptionName useOptions={useWardrobeOptions} id={collectionId} />
        </>
      )}
    </>
  );
}
