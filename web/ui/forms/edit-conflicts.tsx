import { Button } from '@mantine/core';
import { Notice } from '../feedback/notice.tsx';
import css from './edit-conflicts.module.css';

interface Props {
  /** Each with both values in words. */
  conflicts: readonly { name: string; label: string; mine: string; theirs: string }[];
  onUseSaved: (name: string) => void;
}

/** What somebody else saved while one typed: both values, and the choice of theirs. Saving again keeps one's own. */
export function EditConflicts({ conflicts, onUseSaved }: Props) {
  if (conflicts.length === 0) return null;
  return (
    <Notice tone="warning" role="alert">
      <p>Somebody else has changed this while you were typing. Nothing of yours was saved yet. To keep yours, save again.</p>
      <ul className={css.list}>
        {conflicts.map(({ name, label, mine, theirs }) => (
          <li key={name}>
            <dl className={css.values}>
              <dt>{label}, yours</dt>
              <dd>{mine || 'nothing'}</dd>
              <dt>{label}, saved meanwhile</dt>
              <dd>{theirs || 'nothing'}</dd>
            </dl>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Take what was saved: ${label}`}
              onClick={() => onUseSaved(name)}
            >
              Take what was saved
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
