import { Button } from '@mantine/core';
import type { RangeBulkEditBody } from './use-range-bulk-edit.ts';

interface Props {
  /** Whether nothing can be changed now. */
  isBlocked: boolean;
  onChange: (change: RangeBulkEditBody['change']) => void;
  /** Opens the dialog with every field. */
  onOpen: () => void;
}

/** Actions for the selected products. */
export const RangeBulkEditActions = ({ isBlocked, onChange, onOpen }: Props) => (
  <>
    <Button variant="default" disabled={isBlocked} onClick={onOpen}>
      Change…
    </Button>
    <Button variant="default" disabled={isBlocked} onClick={() => onChange({ published: true })}>
      Publish
    </Button>
    <Button variant="default" disabled={isBlocked} onClick={() => onChange({ published: false })}>
      Unpublish
    </Button>
    <Button variant="default" disabled={isBlocked} onClick={() => onChange({ remove: true })}>
      Remove from range
    </Button>
  </>
);
