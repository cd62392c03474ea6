/** A failed call, with messages that can be shown to the user. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  /** Messages by field or rule, as the server sent them. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly errorDescription: string | undefined;
  /** The error code of the token endpoint, for example `mfa_required`, or of the sizing service, for example `NO_MEASUREMENTS`. */
  readonly code: string | undefined;
  readonly messages: readonly string[];

  constructor(
    status: number,
    messages: readonly string[],
    errors: Record<string, string[]> = {},
    errorDescription?: string,
    cause?: unknown,
    code?: string,
  ) {
    super(messages.join('\n'), { cause });
    this.status = status;
    this.messages = messages;
    this.errors = errors;
    this.errorDescription = errorDescription;
    this.code = code;
  }

  /** The first message about a field, to show beside it. */
  field(name: string): string | undefined {
    return this.errors[name]?.[0];
  }

  /** Reads a response by the specification's alert rule: all of `errors`, otherwise `error_description`, otherwise the raw value. */
  static async from(reply: Response): Promise<ApiError> {
    const raw = await reply.text().catch(() => '');
    const value = parseJson(raw);
    if (isRecord(value) && isRecord(value.errors)) {
      const errors = Object.fromEntries(Object.entries(value.errors).map(([name, texts]) => [name, [texts].flat().map(String)]));
      const code = typeof value.code === 'string' ? value.code : undefined;
      return new ApiError(reply.status, Object.values(errors).flat(), errors, undefined, undefined, code);
    }
    if (isRecord(value) && typeof value.error_description === 'string') {
      const code = typeof value.error === 'string' ? value.error : undefined;
      return new ApiError(reply.status, [value.error_description], {}, value.error_description, undefined, code);
    }
    if (isRecord(value) && typeof value.message === 'string') return new ApiError(reply.status, [value.message]);
    if (typeof value === 'string' && value !== '' && !looksLikeMarkup(value))
      return new ApiError(reply.status, [value.slice(0, 2000)]);
    return new ApiError(reply.status, [`The server could not answer (${reply.status}). Please try again in a moment.`]);
  }
}

/** Whether a decision was refused because what it is about has changed since it was opened; the messages say what. */
export const isChangedError = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'changed';

/** The error for a server that could not be reached (status 0). */
export const createUnreachableError = (cause?: unknown) =>
  new ApiError(
    0,
    ['The server cannot be reached. Check your connection and try again. Nothing you entered is lost.'],
    {},
    undefined,
    cause,
  );

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

// A proxy's HTML error page must not be shown as a message.
const looksLikeMarkup = (text: string) => /^\s*</.test(text);

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}
