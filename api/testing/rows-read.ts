import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { columnTypes, type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { SESSION_SETTINGS, toOptions } from '#api/platform/db/session-settings.ts';
import type { TestDatabase } from './database.ts';

/** A step of a plan in the JSON of auto_explain, as far as it is read here. */
interface PlanStep {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanStep[];
}

/** What one step of a statement's plan read, or compared in a join, in all of its repetitions. */
export interface StepRead {
  rows: number;
  /** The kind of step, and the table for one that reads one. */
  step: string;
  /** The text of the statement. */
  statement: string;
}

const flatten = (step: PlanStep): PlanStep[] => [step, ...(step.Plans ?? []).flatMap(flatten)];

const toReads = (statement: string, plan: PlanStep): StepRead[] =>
  flatten(plan).map((step) => ({
    rows: Math.round(
      step['Actual Loops'] *
        (step['Actual Rows'] +
          (step['Rows Removed by Filter'] ?? 0) +
          (step['Rows Removed by Index Recheck'] ?? 0) +
          (step['Rows Removed by Join Filter'] ?? 0)),
    ),
    step: [step['Node Type'], step['Relation Name']].filter(Boolean).join(' on '),
    statement,
  }));

/** One connection with the application's settings on which plans are observed: it keeps plans as a connection of the pool does. */
export interface PlanObserver {
  db: Db;
  /**
   * Runs `work` in a transaction that is rolled back and answers what the steps of its statements read, those in functions and triggers and the checks of
   * foreign keys included; the largest first.
   */
  observe(work: (tx: Tx) => Promise<unknown>): Promise<StepRead[]>;
  close(): Promise<void>;
}

class RollBack extends Error {}

/** Connects as the superuser of the tests, who alone can load auto_explain. */
export function openPlanObserver({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>): PlanObserver {
  const pool = new Pool({
    connectionString: ownerUrl,
    max: 1,
    idleTimeoutMillis: 0,
    types: columnTypes,
    options: toOptions({
      ...SESSION_SETTINGS,
      statement_timeout: '60000',
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_timing': 'off',
      'auto_explain.log_nested_statements': 'on',
      'auto_explain.log_format': 'json',
      'auto_explain.log_level': 'notice',
    }),
  });
  const reads: StepRead[] = [];
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const [, json] = message.split(' plan:\n');
      if (json === undefined) return;
      const { 'Query Text': statement, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanStep };
      reads.push(...toReads(statement, plan));
    }),
  );
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    observe: async (work) => {
      reads.length = 0;
      await pool.query('set auto_explain.log_min_duration = 0');
      try {
        await runInTransaction(db, async (tx) => {
          await work(tx);
          throw new RollBack();
        });
      } catch (error) {
        if (!(error instanceof RollBack)) throw error;
      } finally {
        await pool.query('set auto_explain.log_min_duration = -1');
      }
      return reads.toSorted((one, other) => other.rows - one.rows);
    },
    close: () => db.destroy(),
  };
}
