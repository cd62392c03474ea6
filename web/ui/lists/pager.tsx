import { Button, NativeSelect } from '@mantine/core';
import { DownIcon, LeftIcon, RightIcon } from '../content/icons.tsx';
import { formatNumber } from '../format/format.ts';
import css from './pager.module.css';

interface Props {
  /** Zero-based. */
  page: number;
  limit: number;
  totalCount: number;
  onPage: (page: number) => void;
  /** What is listed, in the plural: "orders". */
  noun: string;
  /** The page sizes to choose from; without them the size is fixed. */
  limits?: readonly number[];
  onLimit?: (limit: number) => void;
}

/** "1–10 of 248 orders" and buttons to the neighbouring, first and last pages. */
export function Pager({ page, limit, totalCount, onPage, noun, limits, onLimit }: Props) {
  const last = Math.max(0, Math.ceil(totalCount / limit) - 1);
  if (totalCount === 0) return null;
  const from = Math.min(page * limit + 1, totalCount);
  const to = Math.min((page + 1) * limit, totalCount);
  return (
    <nav className={css.pager} aria-label={`Pages of ${noun}`}>
      <p className="figures" aria-live="polite">
        {formatNumber(from)}–{formatNumber(to)} of {formatNumber(totalCount)} {noun}
      </p>
      {limits && onLimit && totalCount > Math.min(...limits) && (
        <NativeSelect
          className={css.limit}
          label="Rows per page"
          rightSection={<DownIcon size={16} />}
          value={String(limit)}
          data={[...new Set([...limits, limit])].sort((a, b) => a - b).map(String)}
          onChange={(event) => onLimit(Number(event.currentTarget.value))}
        />
      )}
      {last > 0 && (
        <div className={css.buttons}>
          <Button
            variant="default"
            size="sm"
            leftSection={<LeftIcon size={16} />}
            disabled={page <= 0}
            onClick={() => onPage(page - 1)}
          >
            Previous
          </Button>
          {pagesAround(page, last).map((entry, at) =>
            entry === null ? (
              <span key={`gap-${at === 1 ? 'before' : 'after'}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                type="button"
                key={entry}
                className={css.page}
                aria-current={entry === page ? 'page' : undefined}
                aria-label={`Page ${entry + 1}`}
                onClick={() => onPage(entry)}
              >
                {entry + 1}
              </button>
            ),
          )}
          <Button
            variant="default"
            size="sm"
            rightSection={<RightIcon size={16} />}
            disabled={page >= last}
            onClick={() => onPage(page + 1)}
          >
            Next
          </Button>
        </div>
      )}
    </nav>
  );
}

/** First page, last page, this page and its neighbours, zero-based; null where pages are omitted. */
export function pagesAround(page: number, last: number): (number | null)[] {
  const shown = [...new Set([0, page - 1, page, page + 1, last])]
    .filter((entry) => entry >= 0 && entry <= last)
    .sort((a, b) => a - b);
  return shown.flatMap((entry, at) => {
    const before = shown[at - 1];
    return before !== undefined && entry - before > 1 ? [null, entry] : [entry];
  });
}
