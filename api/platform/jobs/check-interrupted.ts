interface Checks<Row> {
  /** Whether a row says that a job is going to work on it. */
  awaitsJob: (row: Row) => boolean;
  /** Whether the queue has that job. */
  hasJob: (row: Row) => Promise<boolean>;
  /** The row as it is now; undefined when it was deleted. */
  readAgain: (row: Row) => Promise<Row | undefined>;
}

/**
 * Whether the queue has given up the job that a row awaits, with the row as it is then. A job that is not there has perhaps just ended, after the row had been read:
 * so the row is read again before anyone is told that its job was given up, after which pages do not ask any more.
 */
export async function checkInterrupted<Row>(
  row: Row,
  { awaitsJob, hasJob, readAgain }: Checks<Row>,
): Promise<{ row: Row; isInterrupted: boolean }> {
  if (!awaitsJob(row) || (await hasJob(row))) return { row, isInterrupted: false };
  const current = (await readAgain(row)) ?? row;
  return { row: current, isInterrupted: awaitsJob(current) };
}
