import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Notice } from '../feedback/notice.tsx';
import css from './edit-conflicts.module.css';

interface Props {
  /** Each conflicting field with both values as display text. */
  conflicts: readonly { name: string; label: string; mine: string; theirs: string }[];
  onUseSaved: (name: string) => void;
}

/** Fields that someone else saved during editing, with both values. The other value can be taken over; saving again keeps one's own. */
export function EditConflicts({ conflicts, onUseSaved }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  const saved = JSON.stringify(conflicts.map(({ name, theirs }) => [name, theirs]));
  // The form may be longer than the screen, and its buttons are at the other end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown again where something else has been saved
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' });
  }, [saved]);
  if (conflicts.length === 0) return null;
  return (
    <div ref={notice}>
      <Notice tone="warning" role="alert">
        <p>Someone else has changed this while you were editing. Your changes are not saved yet. To keep them, save again.</p>
        <ul className={css.list}>
          {conflicts.map(({ name, label, mine, theirs }) => (
            <li key={name}>
              <dl className={css.values}>
                <dt>{label}: your value</dt>
                <dd>{mine || 'empty'}</dd>
                <dt>{label}: saved value</dt>
                <dd>{theirs || 'empty'}</dd>
              </dl>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Use saved value: ${label}`}
                onClick={() => onUseSaved(name)}
              >
                Use saved value
              </Button>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
