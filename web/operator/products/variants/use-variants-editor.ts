import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { plural } from '#web/ui/format/format.ts';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../../session/operator-api.ts';
import type { KeptProduct } from '../product-labels.ts';
import { useUndo } from '../use-undo.ts';
import { findPriceProblem, toVariantsBody, toVariantsDraft, type VariantField, type VariantsDraft } from './variants-draft.ts';
import { toVariantsUndo, type VariantsUndo } from './variants-undo.ts';

/** What is wrong with a field of a combination. */
export interface VariantProblem {
  variantKey: string;
  field: VariantField;
  message: string;
}

const FIELD_OF_PLACE: Readonly<Record<string, VariantField>> = {
  sku: 'sku',
  gtin: 'gtin',
  price: 'price',
  values: 'isSold',
  discontinued: 'isSold',
  id: 'isSold',
};

/** The state of editing what can be chosen of a product. What is typed is kept in this tab until it is saved or discarded. */
export function useVariantsEditor(product: KeptProduct) {
  const client = useQueryClient();
  const { id } = product;
  const saved = useMemo(() => toVariantsDraft(product), [product]);
  const [kept, keep] = useDraft<VariantsDraft>(`variants.${id}`);
  const draft = kept ?? saved;
  // Cells are drawn only when they change, so what they do works on the draft of the moment.
  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  });
  const request = useMemo(() => toVariantsBody(draft, saved), [draft, saved]);
  const isChanged = useRef(false);
  useLayoutEffect(() => {
    isChanged.current = request !== undefined;
  });

  const undoing = useUndo<VariantsUndo>({
    id,
    send: async ({ body }) => {
      const reply = await operatorApi('PUT /api/operator/products/:id/combinations', { params: { id }, body });
      keep(undefined);
      return reply;
    },
    savedText: 'The variants have been saved.',
    describeUndone: ({ stays }) => (stays ? 'Undone, as far as possible.' : 'Undone. The variants are as they were before.'),
    findObstacle: () => (isChanged.current ? 'Save or discard your changes first. Then the last save can be undone.' : undefined),
  });
  const save = useMutation({
    mutationFn: async () => {
      if (!request) return undefined;
      const { body } = request;
      const reply = await operatorApi('PUT /api/operator/products/:id/combinations', { params: { id }, body });
      return { reply, undo: toVariantsUndo(product, reply.product, body) };
    },
    onSuccess: async (done) => {
      if (!done) return;
      keep(undefined);
      client.setQueryData(operatorQuery('GET /api/operator/products/:id', { params: { id } }).queryKey, done.reply);
      undoing.keep(done.undo);
      await invalidateOperatorCalls(client, 'GET /api/operator/products', 'GET /api/operator/products/:id/history');
    },
  });

  const { reset } = save;
  const change = useCallback(
    (update: (draft: VariantsDraft) => VariantsDraft) => {
      reset();
      keep(update(latest.current));
    },
    [keep, reset],
  );

  const typed = draft.variants.flatMap(({ key, price }): VariantProblem[] => {
    const message = findPriceProblem(price);
    return message ? [{ variantKey: key, field: 'price', message }] : [];
  });
  const refused = save.error instanceof ApiError ? readProblems(save.error, request?.sent ?? []) : undefined;
  return {
    draft,
    /** How many combinations change, and whether what can be chosen does. */
    changes: request,
    label: request && request.sent.length > 0 ? `Save ${plural(request.sent.length, 'variant')}` : 'Save variants',
    problems: [...typed, ...(refused?.problems ?? [])],
    /** What is wrong that belongs to no cell. */
    otherError: save.error && (refused ? refused.others : save.error.message),
    isChanged: request !== undefined,
    isSaving: save.isPending,
    change,
    discard: () => {
      save.reset();
      keep(undefined);
    },
    save: () => save.mutate(),
    undoing,
  };
}

export type VariantsEditor = ReturnType<typeof useVariantsEditor>;

/** The refusal of a request by the cells that it is about. */
function readProblems(error: ApiError, sent: readonly { key: string }[]) {
  const problems: VariantProblem[] = [];
  const others: string[] = [];
  for (const [place, messages] of Object.entries(error.errors)) {
    const [, number, name = ''] = /^combinations\[(\d+)\]\.(\w+)$/.exec(place) ?? [];
    const variant = number === undefined ? undefined : sent[Number(number)];
    const field = FIELD_OF_PLACE[name];
    if (variant && field) problems.push({ variantKey: variant.key, field, message: messages.join(' ') });
    else others.push(...messages);
  }
  return { problems, others: others.join(' ') || undefined };
}
