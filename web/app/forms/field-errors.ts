import type { ApiError } from '../api-error.ts';

/** Texts to show beside fields, by the fields' names. */
export type FieldErrors = Record<string, string>;

/**
 * The first text of each of the server's errors, by field: that of `address.city` and `departments[0]` is the part of the path
 * that is a field. Errors of no field keep the server's name.
 */
export const toFieldErrors = (
  errors: ApiError['errors'],
  fields: object,
  serverNames: Readonly<Record<string, string>> = {},
): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, texts]) => {
      const names = path.split(/\W+/).map((part) => serverNames[part] ?? part);
      return [names.find((name) => name in fields) ?? path, texts[0] ?? ''];
    }),
  );
