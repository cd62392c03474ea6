import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { ApiError } from '#web/app/api-error.ts';
import { operatorApi } from '../session/operator-api.ts';
import { invalidateStock } from './invalidate-stock.ts';
import { addScan, markRefusedLines, type ReceiptLine, resolveCode, toReceipt } from './receipt-lines.ts';

export type Receipt = ReplyOf<'POST /api/operator/stock/receipts'>;

interface Draft {
  reference: string;
  lines: ReceiptLine[];
}

const DRAFT_KEY = 'livery.operator.receipt';
const emptyDraft: Draft = { reference: '', lines: [] };

/** The delivery that was being entered in this tab before the page was left or reloaded. */
function readDraft(): Draft {
  try {
    const draft = JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? '') as Draft;
    return typeof draft.reference === 'string' && Array.isArray(draft.lines) ? draft : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

/** The delivery that is being entered: its lines, what their codes name, and recording it. It is kept when the page is reloaded. */
export function useReceipt() {
  const client = useQueryClient();
  const [draft, setDraft] = useState(readDraft);
  const [lastScan, setLastScan] = useState('');
  const [recorded, setRecorded] = useState<Receipt>();
  useEffect(() => sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft)), [draft]);
  const setLines = (change: (lines: readonly ReceiptLine[]) => ReceiptLine[]) =>
    setDraft((before) => ({ ...before, lines: change(before.lines) }));

  async function resolve(code: string) {
    try {
      const { garments } = await operatorApi('GET /api/operator/stock/garments', { query: { code } });
      setLines((lines) => resolveCode(lines, code, garments));
    } catch {
      // Recording names the lines that are not right.
    }
  }

  const recording = useMutation({
    mutationFn: () => operatorApi('POST /api/operator/stock/receipts', { body: toReceipt(draft.reference, draft.lines) }),
    onSuccess: (receipt) => {
      setRecorded(receipt);
      setDraft(emptyDraft);
      setLastScan('');
    },
    onError: (error) => {
      if (error instanceof ApiError) setLines((lines) => markRefusedLines(lines, (field) => error.field(field)));
    },
    onSettled: () => invalidateStock(client),
  });

  return {
    ...draft,
    lastScan,
    recorded,
    recording,
    setReference: (reference: string) => setDraft((before) => ({ ...before, reference })),
    setLines,
    scan: (text: string) => {
      const code = text.trim();
      setRecorded(undefined);
      setLastScan(code);
      setLines((lines) => addScan(lines, code));
      void resolve(code);
    },
    discard: () => setDraft(emptyDraft),
  };
}
