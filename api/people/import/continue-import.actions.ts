import type { Logger } from 'pino';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import { type Db, isDatabaseUnavailable, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { grantScope, isAdmin } from '#api/platform/http/scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { failImport, findQueuedImport, type ImportRow, lockImport, updateImport } from './imports.queries.ts';
import { importPeopleJob } from './people-import.actions.ts';
import { previewNextBatch, runNextBatch } from './steps.actions.ts';
import { undoNextBatch } from './undo.actions.ts';

/** How long one job works before another takes over, so that a process that was killed is missed soon. */
const JOB_SLICE_MS = 20_000;
/** Failures one after another until an import is given up. */
const MAX_ATTEMPTS = 5;

type Step = (tx: Tx, of: ImportRow) => Promise<boolean>;

const stepOf = (post: MailDependencies, context: RequestContext): Partial<Record<ImportRow['state'], Step>> => ({
  previewing: (tx, of) => previewNextBatch(tx, context, of),
  running: (tx, of) => runNextBatch(tx, post, context, of),
  undoing: (tx, of) => undoNextBatch(tx, context, of),
});

/**
 * Goes on with an import from where it stands, some rows in each transaction with the note that they are done: killed at
 * any moment, nothing is done twice and nothing is left out. `mostSteps` is for tests that stop half-way.
 */
export async function continueImport(
  db: Db,
  post: MailDependencies,
  log: Pick<Logger, 'error'>,
  job: { organisationId: number; importId: number },
  mostSteps = Number.POSITIVE_INFINITY,
): Promise<void> {
  const queued = await findQueuedImport(db, job);
  if (!queued) return;
  const actor = await findActor(db, queued.organisation_id, queued.created_by_id);
  // A verified session of this person asked for it; what the person may do is asked again with every turn.
  const scope = actor && grantScope(actor);
  if (!scope || !isAdmin(scope)) return failImport(db, job, 'Whoever asked for this is not an administrator any more.');
  const steps = stepOf(post, { sessionId: '', caller: scope, effective: scope });
  const ends = performance.now() + JOB_SLICE_MS;
  try {
    for (let step = 0; step < mostSteps; step += 1) {
      const isOver = performance.now() > ends;
      const goesOn = await runInTransaction(db, async (tx) => {
        const of = await lockImport(tx, scope, job.importId);
        const take = of && steps[of.state];
        if (!take) return false;
        if (!isOver) return take(tx, of);
        await post.jobs.enqueue(tx, importPeopleJob, job);
        return false;
      });
      if (!goesOn) return;
    }
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log.error({ err: error, importId: job.importId }, 'an import of people failed');
    if (queued.attempts + 1 >= MAX_ATTEMPTS)
      return failImport(db, job, 'Something went wrong on our side. What was done until then is kept below.');
    await runInTransaction(db, (tx) => updateImport(tx, scope, job.importId, { attempts: queued.attempts + 1 }));
    throw error;
  }
}
