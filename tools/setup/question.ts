import { existsSync } from 'node:fs';
import { hasPostcodes, isCountryCode, listStateAbbreviations } from '#api/organisation/countries/country-rows.ts';
import { isTimeZone } from '#api/organisation/settings/own-settings.rules.ts';
import { parseOrigin } from './origin.ts';

/** What is known when a question is asked. */
export interface Given {
  /** Where the portal listens. */
  url: string;
  /** Resolves the path of a file against the folder of the person who answers. */
  resolvePath: (path: string) => string;
  /** The answers so far, in the shape of the file. */
  answers: { brand?: { company?: string } };
  /** Those about the same part. */
  siblings: Record<string, unknown>;
}

/** How `npm run setup` asks for a field of the file. */
export interface Question {
  /** What is asked, without a colon. The title of the field unless given. */
  text?: string;
  /** The answer that is offered unless an earlier run has one. A field that is optional in the file needs an answer if there is one. */
  initial?: string | ((given: Given) => string | undefined);
  /** The sentence for an answer that the schema refuses. The message of the schema unless given. */
  refusal?: string;
  /** What else is wrong with an answer, as a sentence. */
  findError?: (answer: string, given: Given) => string | undefined;
  /** The field is asked only if this is true, and needs an answer then. */
  when?: (given: Given) => boolean;
  /** The value of an answer; otherwise a number, lines between commas or the text itself, depending on the schema. */
  read?: (answer: string, given: Given) => unknown;
}

/** How `npm run setup` asks for the fields of a part of the file. */
export interface PartQuestion {
  /** What is said before the questions. */
  intro?: string;
  /** The first question of a part that may be left out: whether there is one. */
  gate?: string;
  /** The part is left out if its first question is left without an answer. */
  skippable?: true;
}

/** Why a text is not the address of a portal. */
export const findUrlError = (answer: string): string | undefined =>
  parseOrigin(answer)
    ? undefined
    : 'Please enter the address of the portal without a path, such as https://uniforms.example.com.';

/** Why a text is not the code of a country. */
export function findCountryError(answer: string): string | undefined {
  if (isCountryCode(answer)) return undefined;
  if (answer.toUpperCase() === 'UK') return 'The code of the United Kingdom is GB.';
  return /^[A-Z]{2}$/.test(answer) ? `There is no country ${answer}.` : 'Please enter two capital letters, such as GB, IE or DE.';
}

const listStates = ({ siblings }: Given) => listStateAbbreviations(String(siblings.country));

/** Whether addresses of the country that was answered have a postcode. */
export const needsPostcode = ({ siblings }: Given): boolean => hasPostcodes(String(siblings.country));

/** Whether addresses of the country that was answered name a state. */
export const hasStates = (given: Given): boolean => listStates(given).length > 0;

/** Why a text is not a state of the country that was answered. */
export function findStateError(answer: string, given: Given): string | undefined {
  const states = listStates(given);
  return states.includes(answer) ? undefined : `Please enter one of ${states.join(', ')}.`;
}

/** Why a text is not the code of a currency. */
export const findCurrencyError = (answer: string): string | undefined =>
  Intl.supportedValuesOf('currency').includes(answer) ? undefined : 'Please enter three capital letters, such as GBP or EUR.';

/** Why a text is not the name of a time zone. */
export const findTimeZoneError = (answer: string): string | undefined =>
  isTimeZone(answer) ? undefined : 'Please enter a name such as Europe/London.';

/** The time zone of this machine, or `standard`: servers often have none of their own. */
export function guessTimeZone(standard: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone === 'UTC' ? standard : timeZone;
}

/** The name of the brand's company, if it was answered. */
export const getCompany = ({ answers }: Given): string | undefined => answers.brand?.company;

/** The first letters of the company's name, as the prefix of invoice numbers. */
export const guessPrefix = (given: Given): string =>
  (getCompany(given) ?? '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 3)
    .padEnd(2, 'X');

/** Why there is no file of this path. */
export const findFileError = (answer: string, { resolvePath }: Given): string | undefined =>
  existsSync(resolvePath(answer)) ? undefined : `There is no file ${resolvePath(answer)}.`;
