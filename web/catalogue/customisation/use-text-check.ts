import { useQuery } from '@tanstack/react-query';
import type { NameForm } from '#contract/catalogue/customisation/customisation.ts';
import { checkLettering } from '#lettering/check-lettering.ts';
import { describeTextProblem } from '#lettering/describe-problem.ts';
import { isLetteringFont } from '#lettering/fonts.ts';
import { formatName } from '#lettering/format-name.ts';
import { type AllFontMetrics, loadAllFontMetrics } from '#lettering/metrics.ts';
import { normaliseText } from '#lettering/text.ts';
import type { NamedPerson } from './design-types.ts';
import type { CheckedText, TextSetting } from './text-check.ts';

export interface Lettering {
  /** Checks and measures a text; undefined while the letters of the fonts are being loaded. */
  check: ((setting: TextSetting) => CheckedText) | undefined;
  /** Text of a design for names; empty where the person is not known. */
  nameAs: (form: NameForm | null, person: NamedPerson | undefined) => string;
}

/** Loads what texts are checked with. Fails over to unchecked texts, which the server checks. */
export function useTextCheck(): Lettering {
  const { data } = useQuery({
    queryKey: ['font metrics'],
    queryFn: loadAllFontMetrics,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return { check: data && ((setting) => checkSetting(data, setting)), nameAs };
}

function checkSetting(all: AllFontMetrics, { text, fontName, maxLength, maxLines, ...room }: TextSetting): CheckedText {
  if (!isLetteringFont(fontName)) return { problem: 'This font is no longer offered. Choose another one.', letterMm: null };
  const { problem, size } = checkLettering(all, { fontName, text: normaliseText(text), limits: { maxLength, maxLines }, room });
  return problem ? { problem: describeTextProblem(problem), letterMm: null } : { problem: undefined, letterMm: size.letterMm };
}

const nameAs: Lettering['nameAs'] = (form, person) => (form && person ? formatName(form, person) : '');
