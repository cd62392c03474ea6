/** Whether a request failed because what it is about does not exist, or is not for the person: the server does not tell these apart. */
export const isNotFound = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 404;
