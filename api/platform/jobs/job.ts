/** A kind of job: its queue and how it is attempted. */
export interface JobDefinition<Payload extends object = object> {
  /** Of the queue, as the table of jobs stores it. */
  name: string;
  /** How many attempts follow a failed one. */
  retryLimit: number;
  /** Longest pause between two attempts, in seconds; each pause is about twice the one before. */
  maxBackoff: number;
  /** Longest time that a job may take before another process takes it over, in seconds. */
  expiry: number;
  /** How many of these jobs one process does at a time. */
  concurrency: number;
  /** When a job is queued by itself, as a cron expression in UTC. Such a job has an empty payload. */
  cron?: string;
  /** Only its type is used. */
  readonly payload?: Payload;
}

/** Defines a kind of job whose payload is of the type that is given. */
export const defineJob = <Payload extends object = Record<string, never>>(
  definition: Omit<JobDefinition, 'payload'>,
): JobDefinition<Payload> => definition;

/** A kind of job and what does it, given what that takes. */
export interface JobHandler<Dependencies> {
  job: JobDefinition;
  run(payload: object, dependencies: Dependencies): Promise<void>;
}

/** Joins a kind of job and the function that does one. It throws when the job must be attempted again. */
export const handleJob = <Payload extends object, Dependencies>(
  job: JobDefinition<Payload>,
  run: (payload: Payload, dependencies: Dependencies) => Promise<void>,
): JobHandler<Dependencies> => ({ job, run: (payload, dependencies) => run(payload as Payload, dependencies) });
