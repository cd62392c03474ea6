import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';

/** What retention tasks are given. */
export interface RetentionDependencies {
  db: Db;
  config: Pick<Config, 'mailRetentionDays'>;
  /** The content of uploaded files. */
  blobs: { delete(key: string): Promise<void> };
}

/** Deletes data of one kind whose retention period is over. Each task runs as a job of its own. */
export interface RetentionTask {
  /** Unique among all tasks; in the log and in the payload of the job. */
  name: string;
  /** Returns how many rows were deleted. Run again after a failure, it continues with what is left. */
  run(dependencies: RetentionDependencies): Promise<number>;
}
