import { Button } from '@mantine/core';
import { cataloguePermissions, useHasPermission } from '#web/app/session/profile.ts';
import { describeLine, type Line } from './changed-line.tsx';
import type { OpenChange } from './order-change-dialog.tsx';
import css from './order-changes.module.css';

interface Props {
  line: Line;
  onOpen: (change: OpenChange) => void;
}

/** What can be done with a line of an order: give it another size, cancel it. Nothing is shown for what would be refused. */
export function LineActions({ line, onOpen }: Props) {
  // The sizes come from the catalogue.
  const canSeeSizes = useHasPermission(...cataloguePermissions);
  const canChange = line.changeAllowed && canSeeSizes;
  if (!canChange && line.cancellableQuantity === 0) return null;
  const name = describeLine(line);
  return (
    <div className={`${css.lineActions} not-printed`}>
      {canChange && (
        <Button
          variant="default"
          size="compact-sm"
          aria-haspopup="dialog"
          aria-label={`Change size of ${name}`}
          onClick={() => onOpen({ kind: 'changeSize', line })}
        >
          Change size
        </Button>
      )}
      {line.cancellableQuantity > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          aria-haspopup="dialog"
          aria-label={`Cancel ${name}`}
          onClick={() => onOpen({ kind: 'cancel', line })}
        >
          Cancel
        </Button>
      )}
    </div>
  );
}
