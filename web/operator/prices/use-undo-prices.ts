import { useQueryClient } from '@tanstack/react-query';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { plural } from '#web/ui/format/format.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';

type Undone = { priceChange: { unchanged: number } };

/** Undoes a change of prices by a call, says what became of it, and reads the prices again. */
function useUndo(undo: (changeId: number) => Promise<Undone>): (changeId: number) => Promise<void> {
  const client = useQueryClient();
  return async (changeId) => {
    try {
      const { unchanged } = (await undo(changeId)).priceChange;
      showSuccess(
        `The change has been undone.${unchanged > 0 ? ` ${plural(unchanged, 'price')} had been changed again and stayed.` : ''}`,
      );
    } catch (error) {
      showError(error);
    }
    await invalidateOperatorCalls(client, 'GET /api/operator/products/:id/prices', 'GET /api/operator/organisations/:id/prices');
  };
}

/** Undoes a change of the catalogue's prices. */
export const useUndoCataloguePrices = () =>
  useUndo((changeId) => operatorApi('POST /api/operator/prices/changes/:changeId/undo', { params: { changeId }, body: {} }));

/** Undoes a change of a client's prices. */
export const useUndoClientPrices = (organisationId: number) =>
  useUndo((changeId) =>
    operatorApi('POST /api/operator/organisations/:id/prices/changes/:changeId/undo', {
      params: { id: organisationId, changeId },
      body: {},
    }),
  );
