/** A line with the keys by which its person is looked for. */
export interface KeyedRow {
  row_no: number;
  line: number;
  number_key: string | null;
  email_key: string | null;
}

/** Lines that have a key of an earlier one, each with that line. */
export function findDuplicates(rows: readonly KeyedRow[]): { row_no: number; line: number }[] {
  const firstOf = new Map<string, number>();
  return rows.flatMap(({ row_no, line, number_key, email_key }) => {
    const keys = [number_key ? [`n${number_key}`] : [], email_key ? [`e${email_key}`] : []].flat();
    const before = keys.flatMap((key) => firstOf.get(key) ?? []);
    for (const key of keys) if (!firstOf.has(key)) firstOf.set(key, line);
    return before.length > 0 ? [{ row_no, line: Math.min(...before) }] : [];
  });
}
