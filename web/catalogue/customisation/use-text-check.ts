import type { NameForm } from '#contract/catalogue/customisation/customisation.ts';
import { isLetteringFont } from '#lettering/fonts.ts';
import { formatName } from '#lettering/format-name.ts';
import type { GarmentDesign, NamedPerson } from './design-types.ts';
import type { Lettering } from './lettering/load-lettering.ts';
import { useLettering } from './lettering/use-lettering.ts';
import type { CheckedText, TextSetting } from './text-check.ts';

export type CheckText = (setting: TextSetting) => CheckedText;

/** How texts are checked and measured, where they have to be; `check` is undefined until the measures of the fonts have been loaded. `isFailed` where they could not be. */
export function useTextCheck(isNeeded = true): { check: CheckText | undefined; isFailed: boolean; retry: () => void } {
  const { data, isError, refetch } = useLettering(isNeeded);
  return { check: data && ((setting) => checkSetting(data, setting)), isFailed: isError, retry: () => void refetch() };
}

function checkSetting(lettering: Lettering, { text, fontName, maxLength, maxLines, ...room }: TextSetting): CheckedText {
  if (!isLetteringFont(fontName)) return { problem: 'This font is no longer offered. Choose another one.', letterMm: null };
  const { problem, size } = lettering.check(fontName, text, { limits: { maxLength, maxLines }, room });
  return problem ? { problem: lettering.describe(problem), letterMm: null } : { problem: undefined, letterMm: size.letterMm };
}

/** The name of a person as a design for names has it; empty where the person is not known. */
export const nameAs = ({ nameForm }: { nameForm: NameForm | null }, person: NamedPerson | undefined): string =>
  nameForm && person ? formatName(nameForm, person) : '';

export type NameAs = (design: GarmentDesign) => string;
