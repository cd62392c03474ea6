/** The codes with which we answer, and their names. A buyer's system sends a request again after one from 500 on. */
export const STATUS_TEXTS = {
  200: 'OK',
  201: 'Accepted',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  406: 'Not Acceptable',
  409: 'Conflict',
  412: 'Precondition Failed',
  450: 'Not Implemented',
  499: 'Document Size Error',
  500: 'Internal Server Error',
  550: 'Unable to reach cXML server',
  560: 'Too many failed attempts',
} as const;

export type StatusCode = keyof typeof STATUS_TEXTS;

/** How a request is answered. The text tells the buyer's administrator what to do. */
export interface Status {
  code: StatusCode;
  text: string;
}
