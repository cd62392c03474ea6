/**
 * The value of a date field of which only a part has been entered, such as day and month. The browser says that such a field is empty, so that what was
 * typed would be dropped without a word. It is no day: a form that does not refuse it is refused by the server.
 */
export const INCOMPLETE_DAY = 'incomplete';

/** What is wrong with a date of which a part is missing. */
export const INCOMPLETE_DAY_ERROR = 'Enter day, month and year, or leave the field empty.';

/** An error for each field whose day is not whole. */
export const findIncompleteDays = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === INCOMPLETE_DAY ? [[name, INCOMPLETE_DAY_ERROR]] : [])),
  );
