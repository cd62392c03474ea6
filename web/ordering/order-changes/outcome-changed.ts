import { ApiError } from '#web/app/api-error.ts';

/** Whether a request was refused because it would no longer do what its preview said; the messages say what it would do. */
export const isOutcomeChangedError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'outcome_changed';
