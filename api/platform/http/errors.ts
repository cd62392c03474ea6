/** An error response in the form of the wire contract: `{ errors: { [key]: [sentence, …] } }`. */
export class HttpError extends Error {
  readonly status: number;
  readonly errors: Record<string, string[]>;
  readonly headers: Record<string, string>;
  /** A machine-readable code, where a service documents one. */
  readonly code: string | undefined;

  constructor(status: number, errors: Record<string, string[]>, headers: Record<string, string> = {}, code?: string) {
    super(Object.values(errors).flat().join(' '));
    this.status = status;
    this.errors = errors;
    this.headers = headers;
    this.code = code;
  }
}

/** The OAuth form that only the token endpoint uses. */
export class OAuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, description: string, headers: Record<string, string> = {}) {
    super(description);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

const toLabel = (entity: string) => {
  const words = entity.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return words[0]?.toUpperCase() + words.slice(1);
};

/** A parameter or a business rule refuses the request. */
export const badRequest = (key: string, ...messages: string[]) => new HttpError(400, { [key]: messages });
/** The state of what is changed does not allow it, or someone else has changed it. */
export const conflict = (key: string, ...messages: string[]) => new HttpError(409, { [key]: messages });
/** A field of a well-formed body is not valid. */
export const invalid = (field: string, ...messages: string[]) => new HttpError(422, { [field]: messages });
/** Not found, or not in the caller's organisation: responses never distinguish the two. */
export const notFound = (entity: string) => new HttpError(404, { [entity]: [`${toLabel(entity)} not found.`] });
/** As `notFound`, for parts of a request: the entity that was not found, by the key of the part. */
export const partsNotFound = (entities: Readonly<Record<string, string>>) =>
  new HttpError(
    404,
    Object.fromEntries(Object.entries(entities).map(([key, entity]) => [key, [`${toLabel(entity)} not found.`]])),
  );
/** The path exists, but not with this method. `supported` lists the methods that it exists with. */
export const methodNotAllowed = (supported: readonly string[]) =>
  new HttpError(405, { method: ['This method is not supported here.'] }, { allow: supported.join(', ') });
export const forbidden = (message = 'You are not allowed to do this.') => new HttpError(403, { authorization: [message] });
export const unauthorised = () =>
  new HttpError(401, { authorization: ['Please log in to continue.'] }, { 'www-authenticate': 'Bearer' });
export const unavailable = (message = 'The service is restarting. Nothing was lost; please try again in a few seconds.') =>
  new HttpError(503, { server: [message] }, { 'retry-after': '5' });
/** Another transaction holds what this one would change, for longer than it waits. */
export const lockedByOthers = () =>
  unavailable('Someone else is changing the same thing. Nothing was changed; please try again in a few seconds.');
/** A statement ran into its time limit. */
export const tookTooLong = () => unavailable('This took too long and was stopped. Nothing was changed; please try again.');
/** Nothing can be written, because the disk of the database is full. */
export const outOfSpace = () =>
  new HttpError(
    503,
    { server: ['Nothing can be saved at the moment, and nothing was changed. Please try again later, or tell your supplier.'] },
    { 'retry-after': '60' },
  );
export const tooManyRequests = (seconds: number) =>
  new HttpError(429, { request: ['Too many requests. Please wait a moment and try again.'] }, { 'retry-after': String(seconds) });
