import { Button } from '@mantine/core';
import { lazy, useState } from 'react';
import { LazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { formatNumber } from '#web/ui/format/format.ts';
import type { NamesProps } from './names-dialog.tsx';
import { listTextDesigns, MAX_NAMED_PIECES, type PieceTexts } from './piece-names.ts';

const loadDialog = async () => ({ default: (await import('./names-dialog.tsx')).NamesDialog });
const NamesDialog = lazy(loadDialog);

/** "Add names": a text for each of the pieces entered. Nothing where no design of the garment has one. */
export function NamesOfPieces(props: NamesProps) {
  const { options, entries, personalising } = props;
  const [isOpen, setOpen] = useState(false);
  // Kept when the dialog is closed to change a quantity.
  const [texts, setTexts] = useState<PieceTexts>(new Map());
  const designs = listTextDesigns(options, personalising.designs, personalising.mandatory);
  if (designs.length === 0) return null;
  const pieces = entries.reduce((sum, { quantity }) => sum + quantity, 0);
  const open = () =>
    pieces > MAX_NAMED_PIECES
      ? showError(
          `Names can be added to ${formatNumber(MAX_NAMED_PIECES)} pieces at a time, and you have entered ${formatNumber(pieces)}. Add them in parts.`,
        )
      : setOpen(true);
  return (
    <>
      <Button variant="default" onClick={open}>
        Add names
      </Button>
      <LazyDialog opened={isOpen} load={loadDialog}>
        {(opened) => <NamesDialog {...props} {...{ opened, designs, texts }} onTexts={setTexts} onClose={() => setOpen(false)} />}
      </LazyDialog>
    </>
  );
}
