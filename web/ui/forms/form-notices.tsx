import { Notice } from '../feedback/notice.tsx';
import { EditConflicts } from './edit-conflicts.tsx';

interface Props {
  /** Conflicting fields with both values as display text. */
  conflicts?: Parameters<typeof EditConflicts>[0]['conflicts'];
  onUseSaved?: (name: string) => void;
  /** Texts that belong to none of the fields. */
  otherErrors: readonly string[];
}

/** At the top of a form: edit conflicts, or the errors that belong to none of its fields. */
export function FormNotices({ conflicts = [], onUseSaved = () => {}, otherErrors }: Props) {
  if (conflicts.length > 0) return <EditConflicts conflicts={conflicts} onUseSaved={onUseSaved} />;
  if (otherErrors.length === 0) return null;
  return (
    <Notice tone="danger" role="alert">
      {otherErrors.join(' ')}
    </Notice>
  );
}
