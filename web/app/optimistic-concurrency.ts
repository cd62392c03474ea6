import { useState } from 'react';

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

/**
 * State of a form whose record others may edit at the same time. Only fields that differ from the saved values are sent,
 * together with `expectedVersion`. After a 409 response, call `showConflict` with the current version: the form then shows
 * both values of each conflicting field, and saving again overwrites the other value knowingly.
 */
export function useEditConflicts<V extends EditableValues>(
  saved: V,
  version: number,
  [draft, saveDraft]: readonly [Partial<V> | undefined, (draft: Partial<V> | undefined) => void],
) {
  const [expectedVersion, setExpectedVersion] = useState(version);
  const [base, setBase] = useState<V>();
  const values: V = { ...saved, ...draft };
  const changed = listChangedFields(values, saved);
  return {
    values,
    changed,
    expectedVersion,
    conflicts: findEditConflicts(base, values, saved),
    set: (change: Partial<V>) => saveDraft({ ...draft, ...change }),
    /** Replaces the entered value of a field with the one someone else saved. */
    acceptTheirs: (name: keyof V & string) => {
      const { [name]: _, ...rest } = (draft ?? {}) as V;
      saveDraft(rest as unknown as Partial<V>);
    },
    /** Someone else saved first: keeps the values editing started from, and expects their version from now on. */
    showConflict: (currentVersion: number) => {
      setBase(saved);
      setExpectedVersion(currentVersion);
    },
    /** All values are saved; `currentVersion` is the version of the saved record. */
    markSaved: (currentVersion: number) => {
      saveDraft(undefined);
      setBase(undefined);
      setExpectedVersion(currentVersion);
    },
    discard: () => {
      saveDraft(undefined);
      setBase(undefined);
    },
  };
}
