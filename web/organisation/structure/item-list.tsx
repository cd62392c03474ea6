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

/** From here on a list is searched rather than read. */
const LONG = 8;

interface Props {
  kind: StructureItemKind;
  canEdit: boolean;
  /** Whether new ones may be made and old ones deleted. */
  canCreate: boolean;
  /** How many people each has; undefined where that is not counted. */
  people?: readonly { id: number; count: number }[] | undefined;
  search: string;
  onSearch: (words: string) => void;
  /** The level of the names: below the page's title, or below a part of it. */
  heading?: 'h2' | 'h3';
}

type Open = { what: 'edit' | 'delete' | 'permissions'; id: number } | { what: 'new' } | undefined;

const matches = (thing: StructureItem, search: string) => {
  const text = [thing.name, ...thing.notes].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** All of a kind: found, added, changed and deleted here. */
export function ItemList({ kind, canEdit, canCreate, people, search, onSearch, heading = 'h2' }: Props) {
  const { data, error, refetch } = useQuery({ queryKey: kind.query.queryKey, queryFn: kind.query.load });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const add = canCreate && (
    <Button leftSection={<PlusIcon size={18} />} onClick={() => setOpen({ what: 'new' })}>
      Add a {kind.singular}
    </Button>
  );
  const found = data?.filter((thing) => matches(thing, search)) ?? [];
  const chosen = open && 'id' in open ? data?.find(({ id }) => id === open.id) : undefined;
  return (
    <>
      {data && data.length > 0 && (
        <div className={css.bar}>
          {data.length > LONG || search !== '' ? (
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
        ) : found.length === 0 ? (
          <EmptyState
            title={`No ${kind.plural} match “${search}”`}
            action={
              <Button variant="default" onClick={() => onSearch('')}>
                Clear search
              </Button>
            }
          />
        ) : (
          <ul className={css.things} aria-label={kind.title}>
            {found.map((thing) => (
              <Row
                key={thing.id}
                item={thing}
                kind={kind}
                Name={heading}
                count={people && (people.find(({ id }) => id === thing.id)?.count ?? 0)}
                actions={
                  <>
                    {canCreate && kind === roleKind && (
                      <Action thing={thing} onClick={() => setOpen({ what: 'permissions', id: thing.id })}>
                        Permissions
                      </Action>
                    )}
                    {canEdit && !thing.fixedReason && (
                      <Action thing={thing} onClick={() => setOpen({ what: 'edit', id: thing.id })}>
                        Edit
                      </Action>
                    )}
                    {canCreate && !thing.fixedReason && (
                      <Action thing={thing} onClick={() => setOpen({ what: 'delete', id: thing.id })}>
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
      {open?.what === 'new' && <ItemDialog kind={kind} onClose={close} />}
      {open?.what === 'edit' && chosen && <ItemDialog kind={kind} item={chosen} onClose={close} />}
      {open?.what === 'permissions' && chosen && <PermissionsDialog roleId={chosen.id} onClose={close} />}
      {open?.what === 'delete' && chosen && (
        <DeleteItemDialog
          kind={kind}
          item={chosen}
          others={(data ?? []).filter(({ id, fixedReason }) => id !== chosen.id && (!fixedReason || id === 34 || id === 35))}
          onClose={close}
        />
      )}
    </>
  );
}

const Action = ({ thing, onClick, children }: { thing: StructureItem; onClick: () => void; children: string }) => (
  <Button variant="default" size="compact-md" aria-label={`${children} ${thing.name}`} onClick={onClick}>
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
    <li className={css.thing}>
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
