/** The values of a form: plain values and lists of ids. */
export type EditableValues = Readonly<Record<string, string | number | boolean | readonly number[]>>;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The names of the fields in which two sets of values differ. */
export const listChangedFields = <V extends object>(a: V, b: V): (keyof V & string)[] =>
  (Object.keys(a) as (keyof V & string)[]).filter((name) => !isSame(a[name], b[name]));

/** A field for which someone else saved a value that differs from the one entered here. */
export interface EditConflict<V extends object> {
  name: keyof V & string;
  mine: V[keyof V];
  theirs: V[keyof V];
}

/**
 * Fields that both users changed to different values: the saved value is no longer the one editing started from, and the
 * entered value equals neither of them.
 */
export const findEditConflicts = <V extends object>(base: V | undefined, entered: V, saved: V): EditConflict<V>[] =>
  base === undefined
    ? []
    : listChangedFields(base, saved)
        .filter((name) => !isSame(entered[name], saved[name]) && !isSame(entered[name], base[name]))
        .map((name) => ({ name, mine: entered[name], theirs: saved[name] }));
