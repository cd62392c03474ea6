import { api } from '#web/app/api.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { fromTypedRows } from './sheet-rows.ts';
import { createSheet, readSheet, type SavedSheet } from './sheet-saver.ts';

/**
 * Deletes a saved sheet, and offers to save it again, of which `onRestored` is told with the new sheet. Not where colleagues entered rows for people whom
 * the owner may not order for: these could not be restored. Throws `ApiError`.
 */
export async function deleteSheet(
  { id, name, isShared }: SavedSheet,
  onRestored: (sheet: SavedSheet) => Promise<unknown>,
): Promise<void> {
  const { rows, hiddenRowCount } = await readSheet(id);
  await api('DELETE /api/ordersheets/:id', { params: { id } });
  const restore = async () => {
    const made = await createSheet(name, fromTypedRows(rows));
    if (isShared)
      await api('PUT /api/ordersheets/:id', {
        params: { id: made.id },
        body: { orderSheet: { isShared, version: made.version } },
      });
    await onRestored(made);
  };
  const undo = { label: 'Undo', run: () => void restore().catch(showError) };
  showSuccess(`Deleted “${name}”.`, hiddenRowCount === 0 ? { action: undo } : {});
}
