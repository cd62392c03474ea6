import { Button } from '@mantine/core';
import { SelectionBar } from '#web/ui/lists/selection-bar.tsx';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import type { RangeBulkEditBody } from './use-range-bulk-edit.ts';

interface Props {
  selection: Selection;
  /** How many match the filters, on all pages. */
  total: number;
  busy: boolean;
  onChange: (change: RangeBulkEditBody['change']) => void;
  /** Opens the dialog with every field. */
  onOpen: () => void;
}

/** Actions for the selected products. */
export const RangeBulkEditBar = ({ selection, total, busy, onChange, onOpen }: Props) => (
  <SelectionBar
    label="Selected products"
    selection={selection}
    total={total}
    nouns={['product', 'products']}
    clearLabel="Clear selection"
  >
    <Button variant="default" onClick={onOpen} disabled={busy}>
      Change…
    </Button>
    <Button variant="default" disabled={busy} onClick={() => onChange({ published: true })}>
      Publish
    </Button>
    <Button variant="default" disabled={busy} onClick={() => onChange({ published: false })}>
      Unpublish
    </Button>
    <Button variant="default" disabled={busy} onClick={() => onChange({ remove: true })}>
      Remove from range
    </Button>
  </SelectionBar>
);
