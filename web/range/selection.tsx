import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../ui/format.ts';
import css from './range.module.css';
import type { toMatching } from './range-filters.ts';
import { type BulkBody, useRangeChanges } from './use-range-changes.ts';

type Matching = ReturnType<typeof toMatching>;

/** Which products are chosen: some, or all that the filters leave. */
export interface Selection {
  ids: ReadonlySet<number>;
  all: boolean;
  has: (id: number) => boolean;
  toggle: (ids: readonly number[], on: boolean) => void;
  chooseAll: () => void;
  clear: () => void;
  /** As the call takes it. */
  toBody: (matching: Matching, totalCount: number) => Omit<BulkBody, 'change'>;
}

const nobody: ReadonlySet<number> = new Set();

/** The selection of a list with these filters; with others it begins anew. It reaches over pages. */
export function useSelection(filters: string): Selection {
  const [kept, setKept] = useState({ filters, ids: nobody, all: false });
  const { ids, all } = kept.filters === filters ? kept : { ids: nobody, all: false };
  const keep = (next: ReadonlySet<number>, whole = false) => setKept({ filters, ids: next, all: whole });
  return {
    ids,
    all,
    has: (id) => all || ids.has(id),
    toggle: (some, on) => keep(on ? new Set([...ids, ...some]) : new Set([...ids].filter((id) => !some.includes(id)))),
    chooseAll: () => keep(nobody, true),
    clear: () => keep(nobody),
    toBody: (matching, totalCount) => (all ? { ids: [], matching, expectedCount: totalCount } : { ids: [...ids] }),
  };
}

interface Props {
  selection: Selection;
  onPage: readonly number[];
  totalCount: number;
  matching: ReturnType<typeof toMatching>;
  /** Opens what can be changed. */
  onChange: () => void;
}

/** How many are chosen, and what can be done with them. */
export function SelectionBar({ selection, onPage, totalCount, matching, onChange }: Props) {
  const { bulk } = useRangeChanges();
  const count = selection.all ? totalCount : selection.ids.size;
  const wholePage = onPage.every((id) => selection.has(id));
  const send = (change: BulkBody['change']) =>
    bulk.mutate({ ...selection.toBody(matching, totalCount), change }, { onSuccess: selection.clear });
  const choosing = (
    <label className={css.choosing}>
      <input
        type="checkbox"
        checked={wholePage}
        disabled={selection.all}
        onChange={({ currentTarget }) => selection.toggle(onPage, currentTarget.checked)}
      />
      <span>Choose this page</span>
    </label>
  );
  if (count === 0) return <div className={css.selection}>{choosing}</div>;
  return (
    <section className={css.selection} data-some aria-label="Chosen products">
      {choosing}
      <strong className="figures" aria-live="polite">
        {formatNumber(count)} chosen
      </strong>
      {!selection.all && totalCount > count && (
        <Button size="compact-sm" variant="subtle" onClick={selection.chooseAll}>
          Choose all {formatNumber(totalCount)}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
        Choose none
      </Button>
      <span className={css.deeds}>
        <Button size="sm" onClick={onChange} disabled={bulk.isPending}>
          Change…
        </Button>
        <Button size="sm" variant="default" disabled={bulk.isPending} onClick={() => send({ published: true })}>
          Publish
        </Button>
        <Button size="sm" variant="default" disabled={bulk.isPending} onClick={() => send({ published: false })}>
          Unpublish
        </Button>
        <Button size="sm" variant="default" disabled={bulk.isPending} onClick={() => send({ remove: true })}>
          Take off the range
        </Button>
      </span>
    </section>
  );
}
