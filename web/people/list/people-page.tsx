import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { download } from '#web/app/api.ts';
import { BulkEditResult, RecentBulkEdits } from '#web/app/bulk-edit/bulk-edit-result.tsx';
import { ExportButton } from '#web/app/exports/export-button.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { canOrderForMany, isAdmin, managesPeople, type Profile, useCaller } from '#web/app/session/profile.ts';
import { PeopleNav } from '#web/app/shell/people-nav.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PeopleBulkEditActions } from '../bulk-edit/people-bulk-edit-actions.tsx';
import { getSelectionBlocker } from '../bulk-edit/people-bulk-edit-request.ts';
import { usePeopleBulkEdit } from '../bulk-edit/use-people-bulk-edit.ts';
import { ErasureRequests } from '../erasure/erasure-requests.tsx';
import { NextPerson } from './next-person.tsx';
import css from './people-list.module.css';
import { peopleList } from './people-list.tsx';
import type { PeopleListReader } from './people-list-reader.ts';
import { describePeopleWithoutEntitlement, PeopleTabs, usePeopleCounts } from './people-tabs.tsx';
import { useOrderFor } from './use-order-for.ts';

/** The list of all people the caller may see, with uniform status, filters, bulk edit and ordering for others. */
export function PeoplePage() {
  const caller = useCaller();
  return caller && <PeopleOf caller={caller} />;
}

function useReader(caller: Profile): PeopleListReader {
  const ordering = useOrderFor(caller);
  const busy = ordering?.busy;
  // It makes other functions on every rendering, and does the same with each.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows would all be drawn again
  return useMemo(
    () => ({
      caller,
      isManager: managesPeople(caller),
      administers: isAdmin(caller),
      ordering,
    }),
    [caller, busy],
  );
}

function PeopleOf({ caller }: { caller: Profile }) {
  const reader = useReader(caller);
  const { administers, isManager } = reader;
  const model = useList(peopleList, reader);
  const { reply, selection, conditions, filterQuery, totalCount, state } = model;
  const { counts, isStale } = usePeopleCounts(conditions, reply !== undefined && !model.isStale);
  const bulk = usePeopleBulkEdit({ people: reply, conditions, selection, administers });
  const isTabOfAll = !('orderingStatusId' in state.filters || 'started' in state.filters);
  const note = counts && isTabOfAll && describePeopleWithoutEntitlement(counts);
  const blocker = selection && getSelectionBlocker(selection);
  return (
    <>
      <PageHeader
        title="People"
        isBriefOnPhone
        above={administers ? <PeopleNav /> : undefined}
        actions={
          <>
            {administers && (
              <>
                <Button component={Link} to={paths.personNew()}>
                  Add a person
                </Button>
                <Button component={Link} to={paths.peopleImports()} variant="default">
                  Import people
                </Button>
              </>
            )}
            {canOrderForMany(caller) && (
              <Button component={Link} to={paths.orderSheet()} variant="default">
                Order for many people
              </Button>
            )}
          </>
        }
      >
        {note ||
          (isManager ? 'See who has their uniform, and order on someone’s behalf.' : 'See who in your groups has their uniform.')}
      </PageHeader>
      {administers && <ErasureRequests />}
      {administers && bulk.outcome && (
        <BulkEditResult
          bulkEdit={bulk.outcome}
          nouns={['person', 'people']}
          linkTo={paths.person}
          onReselect={bulk.reselect}
          {...bulk.actions}
        />
      )}
      <NextPerson rows={model.rows} reader={reader} />
      <ListPage
        model={model}
        cardsBelow={1024}
        tabs={
          <div className={css.tabs}>
            <PeopleTabs model={model} isManager={isManager} counts={counts} isStale={isStale} />
          </div>
        }
        actions={
          administers && (
            <ExportButton
              asked={{ list: 'people', query: filterQuery }}
              rows={totalCount}
              file={() => download('GET /api/customers/exportToExcel', { query: filterQuery })}
            />
          )
        }
        selectionBlocker={blocker}
        selectionActions={
          selection && (
            <PeopleBulkEditActions
              selection={selection}
              conditions={conditions}
              isBlocked={bulk.actions.busy || blocker !== undefined}
              onChange={bulk.bulkEdit}
            />
          )
        }
      />
      {administers && (
        <RecentBulkEdits kind="people" empty="Bulk changes to people from the last 30 days are listed here." {...bulk.actions} />
      )}
    </>
  );
}
