import { Button } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { useActingSwitch } from '../hooks/acting.ts';
import { isAdmin, type Profile } from '../hooks/profile.ts';
import { Card } from '../ui/card.tsx';
import list from '../ui/list.module.css';
import { Pager } from '../ui/pager.tsx';
import { useSelection } from '../ui/selection.ts';
import { EmptyState } from '../ui/states.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkOutcome, RecentPeopleChanges } from './bulk-outcome.tsx';
import { listOf } from './bulk-selection.ts';
import type { ListColumn } from './people-columns.ts';
import { isNarrowed, noFilters, type PeopleFilters, pageSize } from './people-filters.ts';
import { PeopleCards, PeopleTable } from './people-list.tsx';
import { useBulkChange } from './use-bulk-change.ts';

interface ChangeProps {
  filters: PeopleFilters;
  onChange: (change: Partial<PeopleFilters>) => void;
}

interface Props extends ChangeProps {
  found: ReplyOf<'GET /api/customers'>;
  caller: Profile;
  columns: readonly ListColumn[];
  narrow: boolean;
  /** Whether these are people of the list before. */
  stale: boolean;
  fetching: boolean;
  destinationName: (id: number | null) => string;
}

/** Whom the filters leave, and what can be done with many of them. Who is chosen is known here, so that a tick renders no filter anew. */
export function PeopleFound({ found, caller, filters, columns, narrow, stale, fetching, destinationName, onChange }: Props) {
  const { customers, totalCount } = found;
  const { begin, busy } = useActingSwitch();
  const selection = useSelection(JSON.stringify(listOf(filters)), totalCount);
  const administers = isAdmin(caller);
  const bulk = useBulkChange({ people: found, filters, selection, administers });
  const List = narrow ? PeopleCards : PeopleTable;
  return (
    <>
      {administers && bulk.outcome && <BulkOutcome outcome={bulk.outcome} {...bulk.deeds} />}
      {administers && <BulkBar selection={selection} total={totalCount} busy={bulk.deeds.busy} onChange={bulk.change} />}
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
            limit={pageSize}
            totalCount={totalCount}
            of={totalCount === 1 ? 'person' : 'people'}
            onPage={(page) => {
              onChange({ page });
              scrollTo({ top: 0 });
            }}
          />
        </div>
      )}
      {administers && <RecentPeopleChanges {...bulk.deeds} />}
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
  if (!isNarrowed(filters))
    return <EmptyState title="Nobody here yet">People that you may order for are listed here.</EmptyState>;
  return (
    <EmptyState
      title="Nobody matches"
      action={
        <Button variant="default" onClick={() => onChange(noFilters)}>
          Clear search and filters
        </Button>
      }
    >
      The search looks at names, e-mail addresses, employee and PO numbers. Check the spelling, or take a filter away.
    </EmptyState>
  );
}
