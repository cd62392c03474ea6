/** A fault in a function or view of the database that decides about money, pieces or rights, which a test has to find. */
export interface SqlFault {
  /** The function or view. */
  of: string;
  /** Its file, from the root of the repository. */
  file: string;
  /** The text of the file that is replaced; it occurs once. */
  from: string;
  to: string;
  /** The tests of which one must fail. */
  tests: readonly string[];
}

/** The faults of one file, and the tests that have to find each of them. */
export const inFile = (
  file: string,
  tests: readonly string[],
  ...faults: readonly (readonly [of: string, from: string, to: string])[]
): SqlFault[] => faults.map(([of, from, to]): SqlFault => ({ of, file, from, to, tests }));
