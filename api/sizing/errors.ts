import { HttpError } from '#api/platform/http/errors.ts';

/** The service's errors: status, field, and the specified text for people, by the code for clients. */
const REFUSALS = {
  GARMENT_NOT_FOUND: [404, 'garment', 'Garment was not found'],
  ERROR_RESTART: [400, 'request', 'An error occurred, please start again'],
  BODY_NOT_FOUND: [404, 'body', 'An error occurred, please start again'],
  SUGGESTION_NOT_FOUND: [404, 'suggestion', 'An error occurred, please start again'],
  NO_ADVICE_FOR_GARMENT: [422, 'garment', 'Size advice is not available for this garment'],
  NO_RECOMMENDATION_PERSON: [422, 'person', "We don't have a recommendation for this person"],
  NO_RECOMMENDATION_GARMENT: [422, 'garment', "We don't have a recommendation for this garment"],
  NO_MEASUREMENTS: [409, 'person', 'Person does not have any measurements'],
  CONSENT_REQUIRED: [422, 'consent', 'Please give your consent before you save measurements.'],
  TOO_MANY_BODIES: [409, 'body', 'You can save up to ten bodies. Please delete one first.'],
  TOKEN_TOO_OLD: [403, 'authorization', 'This call needs a newer token. Please request one from bodyme/tokenv3.'],
  BRAND_NOT_FOUND: [404, 'brand', 'Size chart not found.'],
} as const satisfies Record<string, readonly [status: number, key: string, text: string]>;

type RefusalCode = keyof typeof REFUSALS;

/** The error for a code. */
export function sizingError(code: RefusalCode): HttpError {
  const [status, key, text] = REFUSALS[code];
  return new HttpError(status, { [key]: [text] }, {}, code);
}
