import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { invalidateOperatorCalls, operatorQuery } from '../session/operator-api.ts';
import type { KeptProduct } from './product-labels.ts';

/** What a save of a product needs to be undone. */
export interface Undoable<Save> {
  id: number;
  /** Saves the former values, unless someone else has changed them since. */
  send: (save: Save) => Promise<{ product: KeptProduct }>;
  /** What is said after a save, and after undoing it. */
  savedText: string;
  describeUndone: (save: Save) => string;
  /** Why undoing would lose something else; undefined while it would not. */
  findObstacle?: () => string | undefined;
}

/** The last save of a product or of its variants, and undoing it. */
export function useUndo<Save>({ id, send, savedText, describeUndone, findObstacle }: Undoable<Save>) {
  const client = useQueryClient();
  const [last, setLast] = useState<Save>();
  const [isUndoing, setUndoing] = useState(false);
  /** Counts what was undone; a form starts again with the values that are saved now. */
  const [undone, setUndone] = useState(0);
  const [lastUndone, setLastUndone] = useState<Save>();

  async function undo(save: Save): Promise<void> {
    const obstacle = findObstacle?.();
    if (obstacle !== undefined) return showError(obstacle);
    setUndoing(true);
    try {
      const saved = await send(save);
      client.setQueryData(operatorQuery('GET /api/operator/products/:id', { params: { id } }).queryKey, saved);
      setLast(undefined);
      setUndone((count) => count + 1);
      setLastUndone(save);
      showSuccess(describeUndone(save));
      await invalidateOperatorCalls(client, 'GET /api/operator/products', 'GET /api/operator/products/:id/history');
    } catch (error) {
      showError(error);
    } finally {
      setUndoing(false);
    }
  }

  const keep = (save: Save) => {
    setLast(save);
    setLastUndone(undefined);
    showSuccess(savedText, { action: { label: 'Undo', run: () => void undo(save) } });
  };

  return {
    last,
    isUndoing,
    undone,
    /** What was undone, until something else is saved. */
    lastUndone,
    keep,
    undo,
  };
}
