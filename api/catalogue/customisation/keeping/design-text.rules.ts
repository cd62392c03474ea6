import type { BodyOf } from '#contract/index.ts';
import { describeTextProblem } from '#lettering/describe-problem.ts';
import { checkText, normaliseText } from '#lettering/text.ts';
import type { ClientDesigns } from './client-designs.rules.ts';

/**
 * The text of a design as it is stored, null for none, and what is wrong with it in a sentence. Whether it fits depends on the garment, so that is said
 * where it is put on one.
 */
export function checkFixedText(
  { text: typed, methodId }: Pick<BodyOf<'POST /api/operator/organisations/:id/designs'>, 'text' | 'methodId'>,
  methods: ClientDesigns['methods'],
): { text: string | null; problem?: string } {
  if (typed == null) return { text: null };
  const text = normaliseText(typed);
  const method = methods.find(({ id }) => id === methodId);
  const problem = method && checkText(text, { maxLength: method.longestText, maxLines: method.lines });
  return problem ? { text, problem: describeTextProblem(problem) } : { text };
}
