import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { formatNumber, plural } from '../ui/format.ts';
import { PlusIcon } from '../ui/icons.tsx';
import { PageLoading } from '../ui/page-loading.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { destinations, type KindOf, roles, type Thing } from './kinds.ts';
import { PermissionsDialog } from './permissions-dialog.tsx';
import css from './structure.module.css';
import { ThingDialog } from './thing-dialog.tsx';

/** From here on a list is searched rather than read. */
const LONG = 8;

interface Props {
  kind: KindOf;
  mayEdit: boolean;
  /** Whether new ones may be made and old ones deleted. */
  mayMake: boolean;
  /** How many people each has; undefined where that is not counted. */
  people?: readonly { id: number; count: number }[] | undefined;
  search: string;
  onSearch: (words: string) => void;
  /** The level of the names: below the page's title, or below a part of it. */
  heading?: 'h2' | 'h3';
}

type Open = { what: 'edit' | 'delete' | 'permissions'; id: number } | { what: 'new' } | undefined;

const matches = (thing: Thing, search: string) => {
  const text = [thing.name, ...thing.notes].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** All of a kind: found, added, changed and deleted here. */
export function ThingList({ kind, mayEdit, mayMake, people, search, onSearch, heading = 'h2' }: Props) {
  const { data, error, refetch } = useQuery({ queryKey: kind.query.queryKey, queryFn: kind.query.load });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const add = mayMake && (
    <Button leftSection={<PlusIcon size={18} />} onClick={() => setOpen({ what: 'new' })}>
      Add a {kind.one}
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
              label={`Search ${kind.many}`}
              placeholder={`Search ${formatNumber(data.length)} ${kind.many}`}
              value={search}
              onSearch={onSearch}
            />
          ) : (
            <p className={css.count}>{plural(data.length, kind.one, kind.many)}</p>
          )}
          {add}
        </div>
      )}
      <Card flush>
        {data === undefined ? (
          error ? (
            <ErrorState title={`The ${kind.many} could not be loaded.`} error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label={`Loading ${kind.many}`}>
              <SkeletonRows rows={5} height={72} />
            </PageLoading>
          )
        ) : data.length === 0 ? (
          <EmptyState title={`No ${kind.many} yet`} action={add}>
            {kind.empty}
          </EmptyState>
        ) : found.length === 0 ? (
          <EmptyState
            title={`No ${kind.one} matches “${search}”`}
            action={
              <Button variant="default" onClick={() => onSearch('')}>
                Clear the search
              </Button>
            }
          />
        ) : (
          <ul className={css.things} aria-label={kind.title}>
            {found.map((thing) => (
              <Row
                key={thing.id}
                thing={thing}
                kind={kind}
                Name={heading}
                count={people && (people.find(({ id }) => id === thing.id)?.count ?? 0)}
                actions={
                  <>
                    {mayMake && kind === roles && (
                      <Action thing={thing} onClick={() => setOpen({ what: 'permissions', id: thing.id })}>
                        Permissions
                      </Action>
                    )}
                    {mayEdit && !thing.fixed && (
                      <Action thing={thing} onClick={() => setOpen({ what: 'edit', id: thing.id })}>
                        Edit
                      </Action>
                    )}
                    {mayMake && !thing.fixed && (
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
      {open?.what === 'new' && <ThingDialog kind={kind} onClose={close} />}
      {open?.what === 'edit' && chosen && <ThingDialog kind={kind} thing={chosen} onClose={close} />}
      {open?.what === 'permissions' && chosen && <PermissionsDialog roleId={chosen.id} onClose={close} />}
      {open?.what === 'delete' && chosen && (
        <DeleteDialog
          kind={kind}
          thing={chosen}
          others={(data ?? []).filter(({ id, fixed }) => id !== chosen.id && (!fixed || id === 34 || id === 35))}
          onClose={close}
        />
      )}
    </>
  );
}

const Action = ({ thing, onClick, children }: { thing: Thing; onClick: () => void; children: string }) => (
  <Button variant="default" size="compact-md" aria-label={`${children} ${thing.name}`} onClick={onClick}>
    {children}
  </Button>
);

interface RowProps {
  thing: Thing;
  kind: KindOf;
  Name: 'h2' | 'h3';
  count: number | undefined;
  actions: ReactNode;
}

function Row({ thing, kind, Name, count, actions }: RowProps) {
  return (
    <li className={css.thing}>
      <div className={css.about}>
        <Name className={css.name}>
          {kind === destinations ? <Link to={paths.destination(thing.id)}>{thing.name}</Link> : thing.name}
          {thing.badge && <StatusBadge tone={thing.badge[1]}>{thing.badge[0]}</StatusBadge>}
        </Name>
        {[...thing.notes, thing.fixed].filter(Boolean).map((note) => (
          <p key={note} className={css.muted}>
            {note}
          </p>
        ))}
      </div>
      {count !== undefined && (
        <p className={`${css.people} figures`}>{count === 0 ? 'Nobody' : plural(count, 'person', 'people')}</p>
      )}
      <div className={css.actions}>{actions}</div>
    </li>
  );
}
