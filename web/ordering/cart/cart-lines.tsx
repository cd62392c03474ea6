import { Stack } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useProfile } from '#web/app/session/profile.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { type CartGroup, groupByWearer, nameGroup } from '../wearer-groups.ts';
import css from './cart-lines.module.css';
import type { CartItem } from './pending-quantities.ts';

interface Props {
  lines: readonly CartItem[];
  currencyCode: string;
  renderLine: (line: CartItem, isGrouped: boolean) => ReactNode;
  /** Undefined where the lines are only looked at. */
  onRemoveGroup: ((group: CartGroup) => void) | undefined;
}

type Row = { key: string; group: CartGroup } | { key: string; line: CartItem };

/** With more rows than this only those in view are in the document. */
const ALL_DRAWN = 100;
/** Estimated heights in pixels; rows are measured when they are drawn. */
const LINE_HEIGHT = 106;
const GROUP_HEIGHT = 56;

/** The lines of the cart; those for several people by person, with a sum, to be folded, and removed together. */
export function CartLines({ lines, currencyCode, renderLine, onRemoveGroup }: Props) {
  const [folded, setFolded] = useState<ReadonlySet<number | null>>(new Set());
  const groups = useMemo(() => groupByWearer(lines), [lines]);
  const rows = useMemo((): Row[] => {
    if (groups.length === 0) return lines.map((line) => ({ key: `line-${line.id}`, line }));
    return groups.flatMap((group) => [
      { key: `group-${group.wearerId}`, group },
      ...(folded.has(group.wearerId) ? [] : group.lines.map((line) => ({ key: `line-${line.id}`, line }))),
    ]);
  }, [lines, groups, folded]);

  const toggle = (wearerId: number | null) =>
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(wearerId)) next.add(wearerId);
      return next;
    });
  const foldAll = () => setFolded(folded.size === groups.length ? new Set() : new Set(groups.map(({ wearerId }) => wearerId)));
  const render = (row: Row) =>
    'line' in row ? (
      renderLine(row.line, groups.length > 0)
    ) : (
      <GroupHead
        key={row.key}
        group={row.group}
        currencyCode={currencyCode}
        isFolded={folded.has(row.group.wearerId)}
        onToggle={() => toggle(row.group.wearerId)}
        onRemove={onRemoveGroup && (() => onRemoveGroup(row.group))}
      />
    );
  const List = rows.length > ALL_DRAWN ? VirtualRows : AllRows;
  return (
    <>
      {groups.length > 1 && (
        <div className={css.tools}>
          <span>For {plural(groups.filter(({ wearerId }) => wearerId !== null).length, 'person', 'people')}</span>
          <RowButton onClick={foldAll}>{folded.size === groups.length ? 'Expand all' : 'Collapse all'}</RowButton>
        </div>
      )}
      <List rows={rows} render={render} onShow={(wearerId) => folded.has(wearerId) && toggle(wearerId)} lines={lines} />
    </>
  );
}

interface ListProps {
  rows: readonly Row[];
  lines: readonly CartItem[];
  render: (row: Row) => ReactNode;
  /** Unfolds the lines of a person. */
  onShow: (wearerId: number | null) => void;
}

function AllRows({ rows, render, ...target }: ListProps) {
  useTargetLine(target, () => {});
  return (
    <Stack component="ul" gap={0} role="list">
      {rows.map(render)}
    </Stack>
  );
}

function VirtualRows({ rows, render, ...target }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);
  const shown = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index] && 'line' in rows[index] ? LINE_HEIGHT : GROUP_HEIGHT),
    getItemKey: (index) => rows[index]?.key ?? index,
    scrollMargin: top,
    overscan: 6,
  });
  useTargetLine(target, (lineId) => {
    const index = rows.findIndex((row) => 'line' in row && row.line.id === lineId);
    if (index >= 0) shown.scrollToIndex(index, { align: 'center' });
  });
  const items = shown.getVirtualItems();
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari does not announce it as a list
    <ul ref={list} className={css.virtual} role="list">
      <li aria-hidden="true" style={{ height: (items[0]?.start ?? top) - top }} />
      {items.map(({ index, key }) => {
        const row = rows[index];
        return (
          row && (
            <div key={key} ref={shown.measureElement} data-index={index} role="presentation">
              {render(row)}
            </div>
          )
        );
      })}
      <li aria-hidden="true" style={{ height: Math.max(0, shown.getTotalSize() + top - (items.at(-1)?.end ?? top)) }} />
    </ul>
  );
}

/** Shows the line that a link names, `#line-7`: unfolds its group, and scrolls to it where it is not in the document. */
function useTargetLine({ lines, onShow }: Pick<ListProps, 'lines' | 'onShow'>, scroll: (lineId: number) => void): void {
  const { hash } = useLocation();
  const latest = useRef({ lines, onShow, scroll });
  latest.current = { lines, onShow, scroll };
  useEffect(() => {
    const show = () => {
      const lineId = Number(/^#line-(\d+)$/.exec(window.location.hash)?.[1]);
      const line = latest.current.lines.find(({ id }) => id === lineId);
      if (!line) return;
      latest.current.onShow(line.customerId);
      requestAnimationFrame(() => latest.current.scroll(lineId));
    };
    if (hash !== '') show();
    window.addEventListener('hashchange', show);
    return () => window.removeEventListener('hashchange', show);
  }, [hash]);
}

interface HeadProps {
  group: CartGroup;
  currencyCode: string;
  isFolded: boolean;
  onToggle: () => void;
  onRemove: (() => void) | undefined;
}

function GroupHead({ group, currencyCode, ...props }: HeadProps) {
  const { lines, quantity, subTotal } = group;
  const name = nameGroup(group, useProfile()?.id);
  const warned = lines.filter(({ warnings }) => warnings.length > 0).length;
  return (
    <li className={css.group}>
      <h2 className={css.title}>
        <button type="button" className={css.toggle} aria-expanded={!props.isFolded} onClick={props.onToggle}>
          <DownIcon size={18} />
          <span>{name}</span>
        </button>
      </h2>
      <span className={css.note} data-warned={warned > 0 || undefined}>
        {plural(quantity, 'garment')}
        {warned > 0 && `, ${plural(warned, 'line')} to change`}
      </span>
      <span className={`${css.sum} figures`}>{subTotal === null ? '' : formatMoney(subTotal, currencyCode)}</span>
      {props.onRemove && (
        <RowButton onClick={props.onRemove} aria-label={`Remove all lines: ${name}`}>
          Remove all
        </RowButton>
      )}
    </li>
  );
}
