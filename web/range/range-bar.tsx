import { Button } from '@mantine/core';
import type { Selection } from '../ui/selection.ts';
import { SelectionBar } from '../ui/selection-bar.tsx';
import type { BulkBody } from './use-range-changes.ts';

interface Props {
  selection: Selection;
  /** How many the filters leave, on all pages. */
  total: number;
  busy: boolean;
  onChange: (change: BulkBody['change']) => void;
  /** Opens everything that can be changed. */
  onOpen: () => void;
}

/** What can be done with the products that are chosen. */
export const RangeBar = ({ selection, total, busy, onChange, onOpen }: Props) => (
  <SelectionBar label="The chosen products" selection={selection} total={total} of={['product', 'products']} none="Choose none">
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
