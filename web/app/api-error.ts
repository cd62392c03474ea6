/** A failed call, told in words that can be shown. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Messages by field or rule, as the server sent them. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly errorDescription: string | undefined;
  /** What kind of refusal the token endpoint answers: `mfa_required`, for instance. */
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

  /** First message of a field, to stand beside it. */
  field(name: string): string | undefined {
    return this.errors[name]?.[0];
  }

  /** Reads an answer by the alert rule: all of `errors`, else `error_description` as is, else the raw value. */
  static async from(reply: Response): Promise<ApiError> {
    const raw = await reply.text().catch(() => '');
    const value = parsed(raw);
    if (isRecord(value) && isRecord(value.errors)) {
      const errors = Object.fromEntries(Object.entries(value.errors).map(([name, texts]) => [name, [texts].flat().map(String)]));
      return new ApiError(reply.status, Object.values(errors).flat(), errors);
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

export const createUnreachableError = (cause?: unknown) =>
  new ApiError(
    0,
    ['The server cannot be reached. Check your connection and try again. Nothing you entered is lost.'],
    {},
    undefined,
    cause,
  );

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

// A proxy's error page is of no use to the person in front of the screen.
const looksLikeMarkup = (text: string) => /^\s*</.test(text);

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}
