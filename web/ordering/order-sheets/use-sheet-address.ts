import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { showError } from '#web/ui/feedback/alerts.ts';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import type { SheetSaver } from './sheet-saver.ts';

const PARAM = 'sheet';
/** An id that no sheet has. */
const NO_SHEET = 2_147_483_647;

/** The address of a saved sheet, relative to the page. */
export const sheetAddress = (id: number): string => `?${new URLSearchParams({ [PARAM]: String(id) })}`;

/**
 * Keeps the saved sheet that is open in the address, and opens the one that the address names. Returns whether that one could not be found; then the sheet is
 * empty.
 */
export function useSheetAddress(saver: SheetSaver): boolean {
  const [params, setParams] = useSearchParams();
  const sheetId = useSyncExternalStore(saver.subscribe, () => saver.state().sheet?.id);
  const [isMissing, setMissing] = useState(false);
  const isLeaving = useNavigation().state !== 'idle';
  const isOpening = useRef(false);
  /** Until the sheet of the draft has been read again. */
  const isFirst = useRef(true);
  const isShown = useRef(true);
  const text = params.get(PARAM);
  const asked = text === null ? undefined : Number(text);

  const name = (id: number | undefined) =>
    setParams(
      (before) => {
        const changed = new URLSearchParams(before);
        if (id === undefined) changed.delete(PARAM);
        else changed.set(PARAM, String(id));
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  const open = async (id: number) => {
    isOpening.current = true;
    setMissing(false);
    try {
      await saver.open(id);
    } catch (error) {
      if (isNotFound(error)) {
        saver.detach([]);
        setMissing(true);
      } else showError(error);
    }
    isOpening.current = false;
    const opened = saver.state().sheet?.id;
    if (isShown.current && opened !== id) name(opened);
  };

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address opens another sheet
  useEffect(() => {
    const { sheet, status } = saver.state();
    const id = asked ?? sheet?.id;
    // A draft with changes that are not saved goes on as it is; one without is read again, because colleagues may have changed it.
    const isKept = id === sheet?.id && (!isFirst.current || status !== 'saved');
    isFirst.current = false;
    if (id !== undefined && !isKept) void open(Number.isSafeInteger(id) && id > 0 ? id : NO_SHEET);
  }, [saver, asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another sheet changes the address, and never while another page is being opened
  useEffect(() => {
    if (!isOpening.current && !isLeaving && sheetId !== asked) name(sheetId);
  }, [sheetId]);
  return isMissing && sheetId === undefined;
}
