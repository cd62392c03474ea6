import type { BodyOf } from '#contract/index.ts';
import type { ClientDesigns } from './client-designs.rules.ts';

/** The text of a design as it is stored, null for none, or what is wrong with it in a sentence. */
export function checkDesignText(
  { text: typed, methodId }: Pick<BodyOf<'POST /api/operator/organisations/:id/designs'>, 'text' | 'methodId'>,
  methods: ClientDesigns['methods'],
): { text: string | null; problem?: string } {
  if (typed == null) return { text: null };
  const text = typed.normalize('NFC').trim();
  const method = methods.find(({ id }) => id === methodId);
  if (text === '') return { text, problem: 'Enter a text.' };
  if (method && text.split('\n').some((line) => line.length > method.longestText))
    return { text, problem: 'The text is too long.' };
  return { text };
}
