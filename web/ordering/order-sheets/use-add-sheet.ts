import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { ApiError, isChangedError } from '#web/app/api-error.ts';
import { cacheCart, cartQuery } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { plural } from '#web/ui/format/format.ts';
import { deleteSheet } from './delete-sheet.ts';
import { type SheetChecker, toNumberedRows } from './sheet-checker.ts';
import type { SheetRow } from './sheet-rows.ts';
import type { SavedSheet, SheetSaver } from './sheet-saver.ts';
import type { SheetStore } from './sheet-store.ts';
import { sheetAddress } from './use-sheet-address.ts';

interface AddingSheet {
  isAdding: boolean;
  /** What has changed since the check, where that kept the sheet from being added. */
  changed: ApiError | undefined;
  /** Adds all rows. */
  add: () => void;
  /** Adds the rows without problems; the others stay in the sheet. */
  addOthers: () => void;
}

/** Adds the sheet to the cart and opens the cart. */
export function useAddSheet(store: SheetStore, saver: SheetSaver, checker: SheetChecker): AddingSheet {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const [changed, setChanged] = useState<ApiError>();
  const keyOf = useIdempotencyKey();

  async function send(rows: readonly SheetRow[], fingerprint: string): Promise<void> {
    const body = { rows: toNumberedRows(rows), fingerprint };
    await client.cancelQueries({ queryKey: cartQuery.queryKey });
    cacheCart(client, await api('POST /api/ordersheets/add', { body, headers: keyOf(body) }));
  }
  async function run(action: () => Promise<void>): Promise<void> {
    setAdding(true);
    setChanged(undefined);
    try {
      await action();
    } catch (error) {
      if (isChangedError(error)) setChanged(error);
      else if (!(error instanceof ApiError && error.status === 400 && !error.errors.cart)) showError(error);
      else showError('Some rows can no longer be added. Nothing was added. See the marked rows for the reasons.');
      checker.retry();
    } finally {
      setAdding(false);
    }
  }

  const remove = (sheet: SavedSheet) =>
    deleteSheet(sheet, async ({ id }) => navigate(paths.orderSheet() + sheetAddress(id))).then(
      () => invalidateCalls(client, 'GET /api/ordersheets'),
      showError,
    );
  const add = async () => {
    const { check } = checker.state();
    if (!check) return;
    await saver.settle();
    await send(store.rows(), check.fingerprint);
    const { sheet, hiddenRowCount } = saver.state();
    const action = sheet?.isOwn && hiddenRowCount === 0 && { label: 'Delete the saved sheet', run: () => void remove(sheet) };
    showSuccess(describeAdded(check.totals.pieces), { persistent: true, ...(action && { action }) });
    await navigate(paths.cart());
    // It stays saved under its name, to be ordered again, unless its owner does not need it any more. After the page was left, because the address follows.
    saver.detach([]);
  };
  const addOthers = async () => {
    const { check, results } = checker.state();
    if (!check) return;
    const rows = store.rows().filter(({ key }) => isAddable(results.get(key)?.checked.state));
    // Before the page is left, because the address follows the first time.
    await saver.settle();
    // Totals and fingerprint of a check are those of the rows that can be added.
    await send(rows, check.fingerprint);
    showSuccess(describeAdded(check.totals.pieces), { persistent: true });
    // What was changed meanwhile was not added as it is now, and stays.
    const added = new Set(rows);
    store.removeRows(new Set(store.rows().flatMap((row) => (added.has(row) ? [row.key] : []))));
    await saver.settle();
    await navigate(paths.cart());
  };
  return { isAdding, changed, add: () => void run(add), addOthers: () => void run(addOthers) };
}

const describeAdded = (pieces: number) => `${plural(pieces, 'piece')} added to your cart.`;

const isAddable = (state: string | undefined) => state === 'ready' || state === 'note';
