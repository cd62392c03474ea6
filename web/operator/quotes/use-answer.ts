import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { readDraft, writeDraft } from '#web/ui/forms/use-draft.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import { type AnswerLine, findFieldErrors, isSameLine, type SavedAnswer, toAnswer, toBody } from './answer-lines.ts';
import { type AnswerConflict, mergeAnswers, takeSaved } from './merge-answers.ts';
import type { OperatorQuote } from './quote-labels.ts';

/** What is typed, and the answer as it was loaded when the typing began. */
interface EditedAnswer {
  base: SavedAnswer;
  answer: SavedAnswer;
}

/** Whether two answers say the same. Lines that nothing was typed in are the same objects, which is quick for hundreds of them. */
function isSame({ lines, ...one }: SavedAnswer, { lines: otherLines, ...other }: SavedAnswer): boolean {
  return (
    lines.length === otherLines.length &&
    lines.every((line, index) => isSameLine(line, otherLines[index])) &&
    JSON.stringify({ ...one, saves: 0, version: 0 }) === JSON.stringify({ ...other, saves: 0, version: 0 })
  );
}

/** How long after the last key what is typed is kept in the tab: writing hundreds of lines at each key would be felt. */
const KEEP_AFTER_MS = 300;

/** Keeps what is typed in this tab, at the latest when the page is left. */
function useKeepTyping(draftKey: string, edited: EditedAnswer | undefined): void {
  const latest = useRef(edited);
  useEffect(() => {
    latest.current = edited;
    const timer = setTimeout(() => writeDraft(draftKey, edited), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draftKey, edited]);
  useEffect(() => {
    const keep = () => writeDraft(draftKey, latest.current);
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [draftKey]);
}

/** Loads a quote and the lists of quotes again. */
export function useRefreshQuotes(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => invalidateOperatorCalls(client, 'GET /api/operator/quotes', 'GET /api/operator/quotes/:id');
}

/** Shows a quote as a call has returned it, and loads the lists again. */
export function useShowQuote(): (record: OperatorQuote) => void {
  const client = useQueryClient();
  return (record) => {
    client.setQueryData(['GET /api/operator/quotes/:id', { params: { id: record.quote.id } }], { quote: record });
    void invalidateOperatorCalls(client, 'GET /api/operator/quotes');
  };
}

/** The state of the answer that is being written. What is typed is kept in this tab until it is saved or discarded. */
export type AnswerEditorState = ReturnType<typeof useAnswer>;

/** Edits the answer to a quote; what someone else has saved meanwhile is joined with it. */
export function useAnswer(record: OperatorQuote) {
  const { id } = record.quote;
  const params = { id };
  const draftKey = `quote-answer.${id}`;
  const showQuote = useShowQuote();
  const saved = useMemo(() => toAnswer(record), [record]);
  const [typed, setTyped] = useState<EditedAnswer | undefined>(() => readDraft<EditedAnswer>(draftKey));
  const [conflict, setConflict] = useState<{ theirs: SavedAnswer; parts: readonly AnswerConflict[] }>();
  useKeepTyping(draftKey, typed);
  const answer = typed?.answer ?? saved;
  const isDirty = typed !== undefined && !isSame(typed.answer, saved);

  const change = useCallback(
    (update: (answer: SavedAnswer) => SavedAnswer) =>
      setTyped((before) => ({ base: before?.base ?? saved, answer: update(before?.answer ?? saved) })),
    [saved],
  );
  /** Stays the same function while lines are typed, so that only the line that has changed is drawn again. */
  const changeLine = useCallback(
    (key: string, changes: Partial<AnswerLine>) =>
      change((before) => ({
        ...before,
        lines: before.lines.map((line) => (line.key === key ? { ...line, ...changes } : line)),
      })),
    [change],
  );

  const put = async (next: SavedAnswer) =>
    (await operatorApi('PUT /api/operator/quotes/:id', { params, body: toBody(next) })).quote;

  /** Joins what is typed with what is saved now; returns undefined where both changed the same part, and shows that. */
  function join(current: OperatorQuote): SavedAnswer | undefined {
    const theirs = toAnswer(current);
    const { merged, conflicts } = mergeAnswers(typed?.base ?? saved, answer, theirs);
    showQuote(current);
    // Saving again replaces what was shown, and nothing newer.
    setTyped({ base: theirs, answer: merged });
    if (conflicts.length === 0) return merged;
    setConflict({ theirs, parts: conflicts });
    return undefined;
  }

  const save = useMutation({
    mutationFn: async () => {
      setConflict(undefined);
      try {
        if (answer.version === record.draft.version) return await put(answer);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        const current = (await operatorApi('GET /api/operator/quotes/:id', { params })).quote;
        const merged = current.refusal === null ? join(current) : undefined;
        if (merged === undefined) {
          showQuote(current);
          throw error;
        }
        return put(merged);
      }
      // It was typed for an answer that has been sent meanwhile.
      const merged = join(record);
      if (merged === undefined) throw new Error('The answer has been sent meanwhile.');
      return put(merged);
    },
    onSuccess: (result) => {
      setTyped(undefined);
      showQuote(result);
    },
  });

  return {
    answer,
    /** As it was loaded last. */
    saved,
    isDirty,
    change,
    changeLine,
    save,
    /** Why it was not saved, unless that is shown as conflicts. */
    saveError: conflict ? null : save.error,
    /** Lines with fields that cannot be saved so. */
    wrongLines: answer.lines.filter((line) => Object.keys(findFieldErrors(line)).length > 0),
    conflicts: conflict?.parts.filter(({ name }) => isInConflict(name, answer, conflict.theirs)) ?? [],
    acceptTheirs: (name: string) => conflict && change((before) => takeSaved(before, conflict.theirs, name)),
    discard: () => {
      setTyped(undefined);
      setConflict(undefined);
      save.reset();
    },
  };
}

/** Whether a part still differs from what someone else has saved. */
const isInConflict = (name: string, mine: SavedAnswer, theirs: SavedAnswer) => !isSame(mine, takeSaved(mine, theirs, name));

/** What the server says about the lines of an answer, by the keys of the lines: it names them by their place. */
export function listLineErrors(error: Error | null, lines: readonly AnswerLine[]): Map<string, string> {
  const errors = new Map<string, string>();
  if (!(error instanceof ApiError)) return errors;
  for (const [path, texts] of Object.entries(error.errors)) {
    const line = lines[Number(/^items\W+(\d+)/.exec(path)?.[1])];
    if (line) errors.set(line.key, [errors.get(line.key), ...texts].filter(Boolean).join(' '));
  }
  return errors;
}
