import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { describeScan } from '#contract/scanned-codes.ts';
import { ApiError } from '#web/app/api-error.ts';
import { createIdempotencyKey } from '#web/app/idempotency-key.ts';
import { explainUnknownCode } from '../scanning/explain-unknown-code.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';

type Entry = BodyOf<'POST /api/operator/stock/counts/:id/entries'>['items'][number];
export type CountLine = ReplyOf<'GET /api/operator/stock/counts/:id'>['lines'][number];

/** What became of the latest entry. */
export interface EntryOutcome {
  /** As it was scanned or typed. */
  code: string;
  line?: CountLine | undefined;
  problem?: string | undefined;
}

const ATTEMPTS = 3;
/** No answer, or one of a server that is starting again: sending it again under the same key does it once. */
const isLost = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/**
 * Enters what is counted, one entry after the other in the order in which they were made, each exactly once. `failed` are the entries that were not
 * accepted, until they are dismissed.
 */
export function useCountEntries(id: number) {
  const client = useQueryClient();
  const [last, setLast] = useState<EntryOutcome>();
  const [failed, setFailed] = useState<readonly { code: string; problem: string }[]>([]);
  const sending = useMutation({
    scope: { id: `stock-count-${id}` },
    mutationFn: ({ items, key }: { items: Entry[]; key: string }) =>
      operatorApi('POST /api/operator/stock/counts/:id/entries', {
        params: { id },
        body: { items },
        headers: { 'Idempotency-Key': key },
      }),
    retry: (count, error) => count < ATTEMPTS && isLost(error),
    onSuccess: ({ lines }, { items }) => setLast({ code: items[0]?.code ?? '', line: lines.length === 1 ? lines[0] : undefined }),
    onError: (error, { items }) => {
      const problemOf = (index: number) =>
        error instanceof ApiError ? (error.field(`items[${index}].code`) ?? error.field(`items[${index}].quantity`)) : undefined;
      const problems = items.flatMap(({ code }, index) => {
        const problem = problemOf(index);
        return problem ? [{ code: describeScan(code), problem: explainUnknownCode(code, problem) }] : [];
      });
      const refused = problems.length > 0 ? problems : [{ code: items[0]?.code ?? '', problem: error.message }];
      setFailed((before) => [...refused, ...before]);
      setLast({ code: describeScan(items[0]?.code ?? ''), problem: refused[0]?.problem });
    },
    onSettled: () => invalidateOperatorCalls(client, 'GET /api/operator/stock/counts/:id', 'GET /api/operator/stock/counts'),
  });
  const send = (items: Entry[]) => sending.mutateAsync({ items, key: createIdempotencyKey() });
  return {
    last,
    failed,
    isSending: sending.isPending,
    dismiss: () => setFailed([]),
    /** One piece more of what was scanned. */
    scan: (code: string) => {
      setLast({ code: describeScan(code) });
      // Refusals are listed.
      send([{ code, quantity: 1, adds: true }]).catch(() => undefined);
    },
    /** The number of a garment that is listed, in place of the one shown. */
    set: (line: CountLine, quantity: number) => {
      send([{ code: line.sku ?? '', quantity, seen: line.counted }]).catch(() => undefined);
    },
    /** Several garments at once; rejects when they were refused. */
    enter: send,
  };
}
