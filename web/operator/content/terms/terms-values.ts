import type { LegalTextKind } from '#contract/content/terms.ts';
import type { BodyOf } from '#contract/index.ts';
import type { KeptTerms } from './terms-labels.ts';

type Body = BodyOf<'POST /api/operator/terms/:id/versions'>;

/** The texts as they are edited. */
export interface TermsValues {
  termsKind: LegalTextKind;
  termsText: string;
  termsUrl: string;
  privacyKind: LegalTextKind;
  privacyText: string;
  privacyUrl: string;
}

export const toTermsValues = ({ terms, privacy }: Pick<KeptTerms, 'terms' | 'privacy'>): TermsValues => ({
  ...{ termsKind: terms.kind, termsText: terms.text ?? '', termsUrl: terms.url ?? '' },
  ...{ privacyKind: privacy.kind, privacyText: privacy.text ?? '', privacyUrl: privacy.url ?? '' },
});

const toInput = (kind: LegalTextKind, text: string, url: string): Body['terms'] =>
  kind === 'text' ? { kind, text } : kind === 'address' ? { kind, url: url.trim() } : { kind };

/** The texts as they are sent, with the version that they follow. */
export const toTermsBody = (values: TermsValues, version: number): Body => ({
  version,
  terms: toInput(values.termsKind, values.termsText, values.termsUrl),
  privacy: toInput(values.privacyKind, values.privacyText, values.privacyUrl),
});

/** What is missing, by field. */
export function findTermsProblems(values: TermsValues): Partial<Record<keyof TermsValues, string>> {
  const problems: Partial<Record<keyof TermsValues, string>> = {};
  for (const name of ['terms', 'privacy'] as const) {
    if (values[`${name}Kind`] === 'text' && values[`${name}Text`].trim() === '') problems[`${name}Text`] = 'Enter the text';
    if (values[`${name}Kind`] === 'address' && !/^https:\/\/[^/\s]/.test(values[`${name}Url`].trim()))
      problems[`${name}Url`] = 'Enter an address that begins with https://';
  }
  return problems;
}
