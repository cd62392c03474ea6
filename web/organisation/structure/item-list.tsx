import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { DeleteItemDialog } from './delete-item-dialog.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { resortKind, roleKind, type StructureItem, type StructureItemKind } from './item-kinds.ts';
import { PermissionsDialog } from './permissions-dialog.tsx';
import css from './structure.module.css';

/** Lists longer than this get a search field. */
const SEARCH_THRESHOLD = 8;

interface Props {
  kind: StructureItemKind;
  canEdit: boolean;
  /** Whether items may be added and deleted. */
  canCreate: boolean;
  /** Number of people per item; undefined where they are not counted. */
  people?: readonly { id: number; count: number }[] | undefined;
  search: string;
  onSearch: (query: string) => void;
  /** Heading level of the item names. */
  heading?: 'h2' | 'h3';
}

type Open = { action: 'edit' | 'delete' | 'permissions'; id: number } | { action: 'new' } | undefined;

const matches = (item: StructureItem, search: string) => {
  const text = [item.name, ...item.notes].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** The list of all items of a kind, with search and buttons to add, edit and delete. */
export function ItemList({ kind, canEdit, canCreate, people, search, onSearch, heading = 'h2' }: Props) {
  const { data, error, refetch } = useQuery({ queryKey: kind.query.queryKey, queryFn: kind.query.load });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const add = canCreate && (
    <Button leftSection={<PlusIcon size={18} />} onClick={() => setOpen({ action: 'new' })}>
      Add a {kind.singular}
    </Button>
  );
  const matching = data?.filter((item) => matches(item, search)) ?? [];
  const selected = open && 'id' in open ? data?.find(({ id }) => id === open.id) : undefined;
  return (
    <>
      {data && data.length > 0 && (
        <div className={css.bar}>
          {data.length > SEARCH_THRESHOLD || search !== '' ? (
            <SearchInput
              className={css.search}
              label={`Search ${kind.plural}`}
              placeholder={`Search ${formatNumber(data.length)} ${kind.plural}`}
              value={search}
              onSearch={onSearch}
            />
          ) : (
            <p className={css.count}>{plural(data.length, kind.singular, kind.plural)}</p>
          )}
          {add}
        </div>
      )}
      <Card flush>
        {data === undefined ? (
          error ? (
            <ErrorState title={`The ${kind.plural} could not be loaded.`} error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label={`Loading ${kind.plural}`}>
              <SkeletonRows rows={5} height={72} />
            </PageLoading>
          )
        ) : data.length === 0 ? (
          <EmptyState title={`No ${kind.plural} yet`} action={add}>
            {kind.emptyText}
          </EmptyState>
        ) : matching.length === 0 ? (
          <EmptyState
            title={`No ${kind.plural} match “${search}”`}
            action={
              <Button variant="default" onClick={() => onSearch('')}>
                Clear search
              </Button>
            }
          />
        ) : (
          <ul className={css.items} aria-label={kind.title}>
            {matching.map((item) => (
              <Row
                key={item.id}
                item={item}
                kind={kind}
                Name={heading}
                count={people && (people.find(({ id }) => id === item.id)?.count ?? 0)}
                actions={
                  <>
                    {canCreate && kind === roleKind && (
                      <Action item={item} onClick={() => setOpen({ action: 'permissions', id: item.id })}>
                        Permissions
                      </Action>
                    )}
                    {canEdit && !item.fixedReason && (
                      <Action item={item} onClick={() => setOpen({ action: 'edit', id: item.id })}>
                        Edit
                      </Action>
                    )}
                    {canCreate && !item.fixedReason && (
                      <Action item={item} onClick={() => setOpen({ action: 'delete', id: item.id })}>
                        Delete
                      </Action>
                    )}
                  </>
                }
              />
            ))}
          </ul>
        )}
      </Card>
      {open?.action === 'new' && <ItemDialog kind={kind} onClose={close} />}
      {open?.action === 'edit' && selected && <ItemDialog kind={kind} item={selected} onClose={close} />}
      {open?.action === 'permissions' && selected && <PermissionsDialog roleId={selected.id} onClose={close} />}
      {open?.action === 'delete' && selected && (
        <DeleteItemDialog
          kind={kind}
          item={selected}
          others={(data ?? []).filter(({ id, fixedReason }) => id !== selected.id && (!fixedReason || id === 34 || id === 35))}
          onClose={close}
        />
      )}
    </>
  );
}

const Action = ({ item, onClick, children }: { item: StructureItem; onClick: () => void; children: string }) => (
  <Button variant="default" size="compact-md" aria-label={`${children} ${item.name}`} onClick={onClick}>
    {children}
  </Button>
);

interface RowProps {
  item: StructureItem;
  kind: StructureItemKind;
  Name: 'h2' | 'h3';
  count: number | undefined;
  actions: ReactNode;
}

function Row({ item, kind, Name, count, actions }: RowProps) {
  return (
    <li className={css.item}>
      <div className={css.about}>
        <Name className={css.name}>
          {kind === resortKind ? <Link to={paths.resort(item.id)}>{item.name}</Link> : item.name}
          {item.badge && <StatusBadge tone={item.badge[1]}>{item.badge[0]}</StatusBadge>}
        </Name>
        {[...item.notes, item.fixedReason].filter(Boolean).map((note) => (
          <p key={note} className={css.muted}>
            {note}
          </p>
        ))}
      </div>
      {count !== undefined && (
        <p className={`${css.people} figures`}>{count === 0 ? 'No people' : plural(count, 'person', 'people')}</p>
      )}
      <div className={css.actions}>{actions}</div>
    </li>
  );
}
