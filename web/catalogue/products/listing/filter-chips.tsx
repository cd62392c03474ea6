import { Link } from 'react-router';
import { CloseIcon } from '#web/ui/content/icons.tsx';
import css from './filter-chips.module.css';

export interface Chip {
  key: string;
  /** The name of the filter: "Fabric". */
  groupLabel: string;
  label: string;
  /** The list without this filter. */
  removeHref: string;
}

/** The active filters as links that remove one of them, or all. */
export function FilterChips({ chips, clear }: { chips: readonly Chip[]; clear: string }) {
  if (chips.length === 0) return null;
  return (
    <ul className={css.chips} aria-label="Active filters">
      {chips.map((chip) => (
        <li key={chip.key}>
          <Link
            to={chip.removeHref}
            className={css.chip}
            aria-label={`Remove ${chip.groupLabel}: ${chip.label}`}
            preventScrollReset
          >
            <span className={css.of}>{chip.groupLabel}</span> {chip.label}
            <CloseIcon size={14} />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to={clear} className={css.clear} preventScrollReset>
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}
