import { Button } from '@mantine/core';
import { formatDateTime } from '../format/format.ts';
import css from './history-list.module.css';

/** The number of entries shown first. */
export const HISTORY_PAGE_SIZE = 10;
const MAX_ENTRIES = 250;

interface HistoryEntry {
  id: number;
  createdOnUtc: string;
  by: string | null;
  actingFor: string | null;
  what: string;
  changes: readonly { field: string; before: string; after: string }[];
}

interface Props {
  history: readonly HistoryEntry[];
  totalCount: number;
  limit: number;
  loading: boolean;
  onLimit: (limit: number) => void;
}

/** Changes of a record with who made them and when, latest first. */
export function HistoryList({ history, totalCount, limit, loading, onLimit }: Props) {
  if (totalCount === 0) return <p>No changes yet.</p>;
  return (
    <div className={css.stack}>
      <ul className={css.list} aria-label="History, the latest first">
        {history.map((entry) => (
          <li key={entry.id} className={css.entry}>
            <strong>{entry.what}</strong>
            {entry.changes.map(({ field, before, after }) => (
              <div key={field}>
                {field}: {before === '' ? after || 'nothing' : `${before} → ${after || 'nothing'}`}
              </div>
            ))}
            <div className={css.note}>
              {[
                formatDateTime(entry.createdOnUtc),
                entry.by ? `by ${entry.by}` : 'by the portal',
                entry.actingFor && `for ${entry.actingFor}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ul>
      {totalCount > history.length && limit < MAX_ENTRIES && (
        <div>
          <Button
            variant="default"
            loading={loading}
            onClick={() => onLimit(Math.min(MAX_ENTRIES, limit + 4 * HISTORY_PAGE_SIZE))}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
