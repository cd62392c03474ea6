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
import {
  emptyPeopleFilters,
  getPeopleSort,
  hasPeopleFilters,
  noPeopleFilters,
  PEOPLE_PAGE_SIZE,
  type PeopleFilters,
} from '../people-filters.ts';
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
  scrollWidth: number | undefined;
  narrow: boolean;
  /** Whether the people shown belong to the previous filters. */
  stale: boolean;
  fetching: boolean;
  destinationName: (id: number | null) => string;
}

/** The matching people, with bulk edit. Holds the selection, so that selecting a person does not render the filters again. */
export function PeopleResults({
  result,
  caller,
  filters,
  columns,
  scrollWidth,
  narrow,
  stale,
  fetching,
  destinationName,
  onChange,
}: Props) {
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
        <PeopleBulkEditBar
          selection={selection}
          filters={filters}
          total={totalCount}
          busy={bulk.actions.busy}
          onChange={bulk.bulkEdit}
        />
      )}
      {customers.length === 0 ? (
        <Card>
          <NoPeople filters={filters} beyond={totalCount > 0} onChange={onChange} />
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
            scrollWidth={scrollWidth}
            sort={getPeopleSort(filters)}
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

/** What belongs in a tab, by its uniform status. */
const whoAppears: Record<number, string> = {
  10: 'People who have not ordered any of their uniform appear here.',
  20: 'People who have ordered part of their uniform appear here.',
  30: 'People who have ordered all of their uniform appear here.',
  40: 'People who have opted out of a uniform appear here.',
};

function NoPeople({ filters, beyond, onChange }: ChangeProps & { beyond: boolean }) {
  if (beyond) {
    return (
      <EmptyState
        title="No people on this page"
        action={<Button onClick={() => onChange({ page: 0 })}>Go to the first page</Button>}
      >
        The list may be shorter now, or the link may be wrong.
      </EmptyState>
    );
  }
  if (!hasPeopleFilters(filters) && filters.ordering > 0)
    return (
      <EmptyState
        title={filters.withoutUniform ? 'Everyone who has started has ordered' : 'No one has this status'}
        action={
          <Button variant="default" onClick={() => onChange(emptyPeopleFilters)}>
            Show everyone
          </Button>
        }
      >
        {filters.withoutUniform
          ? 'People who start work without ordering their uniform appear here.'
          : whoAppears[filters.ordering]}
      </EmptyState>
    );
  if (!hasPeopleFilters(filters))
    return <EmptyState title="No people yet">The people you can order for will appear here.</EmptyState>;
  return (
    <EmptyState
      title="No people match"
      action={
        <Button variant="default" onClick={() => onChange(noPeopleFilters)}>
          Clear search and filters
        </Button>
      }
    >
      {filters.search === ''
        ? 'Remove a filter or look under another status.'
        : 'The search covers names, email addresses, employee numbers and PO numbers. Check the spelling or remove a filter.'}
    </EmptyState>
  );
}
