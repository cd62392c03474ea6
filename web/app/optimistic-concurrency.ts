import { useState } from 'react';

/** What a form holds: plain values and lists of ids. */
export type EditableValues = Readonly<Record<string, string | number | boolean | readonly number[]>>;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The names of the values in which two differ. */
export const listChangedFields = <V extends EditableValues>(a: V, b: V): (keyof V & string)[] =>
  Object.keys(a).filter((name) => !isSame(a[name], b[name]));

/** A field in which somebody else saved another value than the one that is typed. */
interface EditConflict<V extends EditableValues> {
  name: keyof V & string;
  mine: V[keyof V];
  theirs: V[keyof V];
}

/**
 * The fields in which both changed the same thing differently: saved is another than it was when typing began, and what is
 * typed is neither.
 */
export const findEditConflicts = <V extends EditableValues>(before: V | undefined, typed: V, saved: V): EditConflict<V>[] =>
  before === undefined
    ? []
    : listChangedFields(before, saved)
        .filter((name) => !isSame(typed[name], saved[name]) && !isSame(typed[name], before[name]))
        .map((name) => ({ name, mine: typed[name], theirs: saved[name] }));

/**
 * Two people may edit the same thing. Only what differs from what is saved counts as typed and is sent, with the version
 * that was seen. After a refusal (409), `meet` is given what is saved now: the form shows both values, and saving again
 * is a decision that was made knowing both.
 */
export function useEditConflicts<V extends EditableValues>(
  saved: V,
  version: number,
  [draft, keep]: readonly [Partial<V> | undefined, (draft: Partial<V> | undefined) => void],
) {
  const [expectedVersion, setSeen] = useState(version);
  const [before, setBefore] = useState<V>();
  const values: V = { ...saved, ...draft };
  const changed = listChangedFields(values, saved);
  return {
    typed: values,
    changed,
    seen: expectedVersion,
    conflicts: findEditConflicts(before, values, saved),
    set: (change: Partial<V>) => keep({ ...draft, ...change }),
    /** Gives up what is typed in a field for what somebody else saved. */
    acceptTheirs: (name: keyof V & string) => {
      const { [name]: _, ...rest } = (draft ?? {}) as V;
      keep(rest as unknown as Partial<V>);
    },
    /** Somebody else was faster: `saved` is what the form began with, `now` the version that is shown from now on. */
    showConflict: (now: number) => {
      setBefore(saved);
      setSeen(now);
    },
    /** Everything is saved as it is typed. */
    markSaved: (now: number) => {
      keep(undefined);
      setBefore(undefined);
      setSeen(now);
    },
    discard: () => {
      keep(undefined);
      setBefore(undefined);
    },
  };
}
