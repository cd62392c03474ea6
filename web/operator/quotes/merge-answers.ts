import type { AnswerFields, AnswerLine, SavedAnswer } from './answer-lines.ts';

const TEXTS = {
  validUntil: 'Valid until',
  notes: 'Note to the customer',
  terms: 'Terms',
  internalNote: 'Internal note',
} as const;
type TextName = keyof typeof TEXTS;

/** A part of an answer that both changed: a text by its name, or a line by its key. */
export interface AnswerConflict {
  name: string;
  label: string;
  mine: string;
  theirs: string;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const byKey = ({ lines }: AnswerFields) => new Map(lines.map((line) => [line.key, line]));

/** What a line says, for people to compare: "10 × Pique polo, Navy, M; £12.00; set-up £0.00; lead time 14 days". */
const describeLine = (line: AnswerLine | undefined): string =>
  line === undefined
    ? 'removed'
    : [
        line.isOffered ? '' : 'not offered',
        [`${line.quantity} × ${line.productName ?? 'no product'}`, line.attributeDescription].filter(Boolean).join(', '),
        line.unitPrice && `price ${line.unitPrice}`,
        line.setupPrice && `set-up ${line.setupPrice}`,
        line.leadTimeDays && `lead time ${line.leadTimeDays} days`,
        line.answer,
      ]
        .filter(Boolean)
        .join('; ');

/**
 * What was typed, joined with what someone else has saved since `base` was loaded: texts and lines that were changed on one side only are those of this side.
 * Those changed on both sides stay as they were typed, and are named.
 */
export function mergeAnswers(
  base: AnswerFields,
  mine: AnswerFields,
  theirs: SavedAnswer,
): { merged: SavedAnswer; conflicts: AnswerConflict[] } {
  const conflicts: AnswerConflict[] = [];
  /** Whether the typed value stays. */
  function staysMine<T>(before: T, own: T, other: T, name: string, label: string, describe: (value: T) => string): boolean {
    if (isSame(own, before)) return false;
    if (!isSame(other, before) && !isSame(own, other))
      conflicts.push({ name, label, mine: describe(own), theirs: describe(other) });
    return true;
  }
  const merged: SavedAnswer = { ...theirs };
  for (const name of Object.keys(TEXTS) as TextName[])
    if (staysMine(base[name], mine[name], theirs[name], name, TEXTS[name], (text) => text)) merged[name] = mine[name];

  const [before, own, others] = [byKey(base), byKey(mine), byKey(theirs)];
  const lines = theirs.lines.flatMap((line, index) => {
    const typed = own.get(line.key);
    const stays = staysMine(before.get(line.key), typed, line, line.key, `Line ${index + 1}`, describeLine);
    return stays ? (typed ?? []) : line;
  });
  // Lines that someone else has removed are gone, except where something was typed in them: these are new ones.
  const rest = mine.lines.flatMap((line) => {
    if (others.has(line.key)) return [];
    if (line.id === 0) return line;
    return isSame(line, before.get(line.key)) ? [] : { ...line, id: 0 };
  });
  return { merged: { ...merged, lines: [...lines, ...rest] }, conflicts };
}

/** The answer with the saved value of a part in place of the typed one. */
export function takeSaved(answer: SavedAnswer, theirs: SavedAnswer, name: string): SavedAnswer {
  if (name in TEXTS) return { ...answer, [name]: theirs[name as TextName] };
  const saved = theirs.lines.find(({ key }) => key === name);
  if (!saved) return answer;
  const isThere = answer.lines.some(({ key }) => key === name);
  return {
    ...answer,
    lines: isThere ? answer.lines.map((line) => (line.key === name ? saved : line)) : [...answer.lines, saved],
  };
}
