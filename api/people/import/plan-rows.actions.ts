import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { compileCheck } from '#api/platform/http/validation.ts';
import type { ImportField } from '#contract/people/import.ts';
import { keepAnAdministrator } from '../person/remaining-administrators.actions.ts';
import { PERSON_SCHEMA } from './import-reasons.rules.ts';
import type { ImportRecord } from './imports.queries.ts';
import { getOrders, groupMeanings } from './interpretation.rules.ts';
import type { NameLookup } from './name-lookup.rules.ts';
import { matchRowsToPeople, readNameLookup } from './people.queries.ts';
import { type PendingImportRow, type RowDecision, validateRow } from './row.rules.ts';
import { toPersonChanges } from './row-changes.rules.ts';
import type { ImportRowResult } from './rows.queries.ts';

const check = compileCheck(PERSON_SCHEMA, 422);

/** Decides what rows do, given the present state of the people whom they match; `lock` locks these people until the transaction ends. */
export async function planRows(
  tx: Tx,
  caller: Scope,
  peopleImport: ImportRecord,
  rows: readonly PendingImportRow[],
  options: { lock: boolean },
): Promise<{ decisions: RowDecision[]; nameLookup: NameLookup }> {
  const [nameLookup, matches] = await Promise.all([readNameLookup(tx, caller), matchRowsToPeople(tx, caller, rows, options)]);
  const { mapping, clear_empty, deactivate_missing } = peopleImport;
  const context = {
    caller,
    nameLookup,
    parseOptions: {
      fields: mapping as (ImportField | null)[],
      clearEmpty: clear_empty,
      orders: getOrders(peopleImport),
      meanings: groupMeanings(peopleImport.interpretation?.words ?? []),
    },
    deactivateMissing: deactivate_missing,
    matches,
    check,
  };
  const findAdministratorBlocker = await keepAnAdministrator(tx, caller, [...matches.people.values()], options);
  const decisions = rows.map((row): RowDecision => {
    const decision = validateRow(row, context);
    const { plan, personId } = decision;
    const existing = personId === null ? undefined : matches.people.get(personId);
    const blocker =
      existing &&
      plan &&
      decision.outcome !== 'refuse' &&
      findAdministratorBlocker(existing, { columns: plan.changes, memberships: plan.memberships });
    return blocker ? { row, outcome: 'refuse', person: decision.person, personId, reasons: [blocker] } : decision;
  });
  return { decisions, nameLookup };
}

/** A decision as it is stored with its row; `createdId` is the id of a person whom it created. */
export function toRowResult(
  { row, outcome, person, personId, reasons, plan }: RowDecision,
  { names }: NameLookup,
  createdId?: number,
): ImportRowResult {
  return {
    row_no: row.row_no,
    customer_id: createdId ?? personId ?? row.customer_id,
    person,
    outcome,
    changes:
      plan && outcome !== 'refuse' ? toPersonChanges(plan.outcome === 'create' ? null : plan.before, plan.after, names) : [],
    reasons,
  };
}
