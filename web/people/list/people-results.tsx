import { Button } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { BulkEditResult, RecentBulkEdits } from '#web/app/bulk-edit/bulk-edit-result.tsx';
import { paths } from '#web/app/paths.ts';
import { useImpersonationSwitch } from '#web/app/session/impersonation.ts';
import { isAdmin, type Profile } from '#web/app/session/profile.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import list from '#web/ui/lists/list.module.css';
import { Pager } from '#web/ui/lists/pager.tsx';
import { useSelection } from '#web/ui/lists/use-selection.ts';
import { PeopleBulkEditBar } from '../bulk-edit/people-bulk-edit-bar.tsx';
import { toSelectionQuery } from '../bulk-edit/people-bulk-edit-request.ts';
import { usePeopleBulkEdit } from '../bulk-edit/use-people-bulk-edit.ts';
import { emptyPeopleFilters, hasPeopleFilters, PEOPLE_PAGE_SIZE, type PeopleFilters } from '../people-filters.ts';
import type { PeopleColumn } from './people-columns.ts';
import { PeopleCards, PeopleTable } from './people-list.tsx';

interface ChangeProps {
  filters: PeopleFilters;
  onChange: (change: Partial<PeopleFilters>) => void;
}

interface Props extends ChangeProps {
  result: ReplyOf<'GET /api/customers'>;
  caller: Profile;
  columns: readonly PeopleColumn[];
  narrow: boolean;
  /** Whether these are people of the list before. */
  stale: boolean;
  fetching: boolean;
  destinationName: (id: number | null) => string;
}

/** Whom the filters leave, and what can be done with many of them. Who is chosen is known here, so that a tick renders no filter anew. */
export function PeopleResults({ result, caller, filters, columns, narrow, stale, fetching, destinationName, onChange }: Props) {
  const { customers, totalCount } = result;
  const { begin, busy } = useImpersonationSwitch();
  const selection = useSelection(JSON.stringify(toSelectionQuery(filters)), totalCount);
  const administers = isAdmin(caller);
  const bulk = usePeopleBulkEdit({ people: result, filters, selection, administers });
  const List = narrow ? PeopleCards : PeopleTable;
  return (
    <>
      {administers && bulk.outcome && (
        <BulkEditResult
          bulkEdit={bulk.outcome}
          nouns={['person', 'people']}
          linkTo={paths.person}
          onReselect={bulk.reselect}
          {...bulk.actions}
        />
      )}
      {administers && (
        <PeopleBulkEditBar selection={selection} total={totalCount} busy={bulk.actions.busy} onChange={bulk.bulkEdit} />
      )}
      {customers.length === 0 ? (
        <Card>
          <Nobody filters={filters} beyond={totalCount > 0} onChange={onChange} />
        </Card>
      ) : (
        <div className={list.list} data-stale={(stale && fetching) || undefined} aria-busy={stale}>
          <List
            people={customers}
            caller={caller}
            destinationName={destinationName}
            busy={busy}
            onOrder={(person) => void begin(person)}
            columns={columns}
            sort={filters.sort}
            onSort={(sort) => onChange({ sort })}
            selection={administers ? selection : undefined}
          />
          <Pager
            page={filters.page}
            limit={PEOPLE_PAGE_SIZE}
            totalCount={totalCount}
            noun={totalCount === 1 ? 'person' : 'people'}
            onPage={(page) => {
              onChange({ page });
              scrollTo({ top: 0 });
            }}
          />
        </div>
      )}
      {administers && (
        <RecentBulkEdits kind="people" empty="Bulk changes of people from the last 30 days are listed here." {...bulk.actions} />
      )}
    </>
  );
}

function Nobody({ filters, beyond, onChange }: ChangeProps & { beyond: boolean }) {
  if (beyond) {
    return (
      <EmptyState
        title="There is nobody on this page"
        action={<Button onClick={() => onChange({ page: 0 })}>To the first page</Button>}
      >
        The list has become shorter, or the address was changed.
      </EmptyState>
    );
  }
  if (!hasPeopleFilters(filters))
    return <EmptyState title="Nobody here yet">People that you may order for are listed here.</EmptyState>;
  return (
    <EmptyState
      title="Nobody matches"
      action={
        <Button variant="default" onClick={() => onChange(emptyPeopleFilters)}>
          Clear search and filters
        </Button>
      }
    >
      The search looks at names, e-mail addresses, employee and PO numbers. Check the spelling, or take a filter away.
    </EmptyState>
  );
}
