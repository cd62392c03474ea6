import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { MoveAnnouncement, MoveHandle } from '#web/ui/lists/move-handle.tsx';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
import { operatorApi } from '../session/operator-api.ts';
import { ColourForm } from './colour-form.tsx';
import css from './personalisation.module.css';
import { type Colour, type Decoration, useSavedDecoration } from './use-saved-decoration.ts';

/** The colours of threads and inks in the order in which they are offered, to change them and their order. */
export function ColoursCard({ decoration: { colours, refusal } }: { decoration: Decoration }) {
  const [edited, setEdited] = useState<Colour | 'new'>();
  const saved = useSavedDecoration();
  const sorting = useMutation({
    mutationFn: (ids: number[]) => operatorApi('PUT /api/operator/decoration/colourorder', { body: { ids } }),
    onSuccess: (reply) => saved(reply, 'The order of the colours has been saved.'),
    onError: (error) => showError(error),
  });
  const shown = useOrder(colours, sorting.isPending ? sorting.variables : undefined);
  const reorder = useReorder(
    shown.map(({ id }) => id),
    (ids) => sorting.mutate(ids),
  );
  const close = () => setEdited(undefined);
  const mayChange = refusal === null;
  return (
    <Card
      title="Colours"
      action={
        mayChange && (
          <Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={() => setEdited('new')}>
            Add colour
          </Button>
        )
      }
    >
      {shown.length === 0 ? (
        <EmptyState title="No colours yet">Colours of threads and inks appear here, and where people choose one.</EmptyState>
      ) : (
        <ul className={css.list} aria-label="Colours">
          {shown.map((colour) => (
            <li key={colour.id} className={css.row} {...reorder.item(colour.id)}>
              {mayChange && <MoveHandle {...reorder.handle(colour.id, colour.name)} />}
              <span className={css.swatch} style={{ background: colour.rgb }} />
              <div className={css.what}>
                {colour.name} {!colour.isActive && <StatusBadge tone="neutral">Not offered</StatusBadge>}
                <span className={css.quiet}>{colour.number}</span>
              </div>
              {mayChange && (
                <RowButton aria-label={`Edit ${colour.name}`} aria-haspopup="dialog" onClick={() => setEdited(colour)}>
                  Edit
                </RowButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
      <Dialog
        opened={edited !== undefined}
        onClose={close}
        title={edited === 'new' || !edited ? 'Add colour' : edited.name}
        closeLabel="Close colour"
      >
        {edited && (
          <ColourForm colour={edited === 'new' ? undefined : colours.find(({ id }) => id === edited.id)} onClose={close} />
        )}
      </Dialog>
    </Card>
  );
}

/** Colours in the order that is being saved, otherwise in that of the server. */
function useOrder(colours: readonly Colour[], ids: readonly number[] | undefined): readonly Colour[] {
  if (!ids) return colours;
  return [...colours].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
