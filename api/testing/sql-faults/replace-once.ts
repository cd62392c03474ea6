import type { SqlFault } from './sql-fault.ts';

/** The text of a file with a fault in it. Throws when the text that the fault replaces does not occur exactly once. */
export function replaceOnce(text: string, { of, file, from, to }: SqlFault): string {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(`“${from}”, which a fault of ${of} replaces, occurs ${parts.length - 1} times in ${file}.`);
  return parts.join(to);
}
