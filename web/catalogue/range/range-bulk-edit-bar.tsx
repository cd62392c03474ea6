import { Button } from '@mantine/core';
import { SelectionBar } from '#web/ui/lists/selection-bar.tsx';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import type { RangeBulkEditBody } from './use-range-bulk-edit.ts';

interface Props {
  selection: Selection;
  /** How many the filters leave, on all pages. */
  total: number;
  busy: boolean;
  onChange: (change: RangeBulkEditBody['change']) => void;
  /** Opens everything that can be changed. */
  onOpen: () => void;
}

/** What can be done with the products that are chosen. */
export const RangeBulkEditBar = ({ selection, total, busy, onChange, onOpen }: Props) => (
  <SelectionBar
    label="The chosen products"
    selection={selection}
    total={total}
    nouns={['product', 'products']}
    clearLabel="Choose none"
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
      Take off the range
    </Button>
  </SelectionBar>
);
