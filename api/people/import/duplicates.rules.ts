/** A row with the keys by which its person is looked up. */
export interface KeyedRow {
  row_no: number;
  line: number;
  number_key: string | null;
  email_key: string | null;
}

/** Rows that share a key with an earlier one, each with the line of the first. */
export function findDuplicates(rows: readonly KeyedRow[]): { row_no: number; line: number }[] {
  const firstLines = new Map<string, number>();
  return rows.flatMap(({ row_no, line, number_key, email_key }) => {
    const keys = [number_key ? [`n${number_key}`] : [], email_key ? [`e${email_key}`] : []].flat();
    const earlier = keys.flatMap((key) => firstLines.get(key) ?? []);
    for (const key of keys) if (!firstLines.has(key)) firstLines.set(key, line);
    return earlier.length > 0 ? [{ row_no, line: Math.min(...earlier) }] : [];
  });
}
