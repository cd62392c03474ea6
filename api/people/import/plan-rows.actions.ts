import { findChangedTooOften } from '#api/identity/emails/email-change.actions.ts';
import type { ReferenceNames } from '#api/platform/audit/history.rules.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { compileCheck } from '#api/platform/http/validation.ts';
import { normaliseHeading } from '#api/platform/workbook/cell-names.ts';
import type { ImportField } from '#contract/people/import.ts';
import { keepAnAdministrator } from '../person/remaining-administrators.actions.ts';
import type { CellParseOptions } from './cells.rules.ts';
import type { PendingImportRow } from './find-person.rules.ts';
import { isShareHeading } from './hours-cells.rules.ts';
import { PERSON_SCHEMA } from './import-reasons.rules.ts';
import type { ImportRecord } from './imports.queries.ts';
import { getOrders, groupMeanings } from './interpretation.rules.ts';
import type { NameLookup } from './name-lookup.rules.ts';
import { matchRowsToPeople, readNameLookup } from './people.queries.ts';
import type { PersonPlan } from './plan.rules.ts';
import { type RowDecision, type ValidationContext, validateRow } from './row.rules.ts';
import { type RowChange, toPersonChanges } from './row-changes.rules.ts';
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
  const [nameLookup, found] = await Promise.all([readNameLookup(tx, caller), matchRowsToPeople(tx, caller, rows, options)]);
  const withPassword = [...found.people.values()].flatMap(({ actor, hasPassword }) => (hasPassword ? actor : []));
  const matches = { ...found, changedTooOften: await findChangedTooOften(tx, withPassword) };
  const confirmed = new Set(peopleImport.confirmed_findings);
  const context: ValidationContext = {
    caller,
    nameLookup,
    parseOptions: toCellParseOptions(peopleImport),
    deactivateMissing: peopleImport.deactivate_missing,
    matches,
    check,
    // A finding that the preview did not have was confirmed by nobody.
    isConfirmed: ({ findings }, finding) => !options.lock || (confirmed.has(finding) && findings.includes(finding)),
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
    return blocker ? { row, outcome: 'refuse', person: decision.person, personId, reasons: [blocker], findings: [] } : decision;
  });
  return { decisions, nameLookup };
}

/** How the cells of a file of people are read. */
export function toCellParseOptions(peopleImport: ImportRecord): CellParseOptions {
  const { mapping, columns, clear_empty, interpretation, full_time_hours } = peopleImport;
  return {
    fields: mapping as (ImportField | null)[],
    clearEmpty: clear_empty,
    orders: getOrders(peopleImport),
    meanings: groupMeanings(interpretation?.words ?? []),
    fullTimeHours: full_time_hours,
    hoursAreShares: isShareHeading(normaliseHeading(columns[mapping.indexOf('weeklyHours')]?.header ?? '')),
  };
}

/** A decision as it is stored with its row; `createdId` is the id of a person whom it created. */
export function toRowResult(
  { row, outcome, person, personId, reasons, findings, plan, predecessorId }: RowDecision,
  { names }: NameLookup,
  createdId?: number,
): ImportRowResult {
  return {
    row_no: row.row_no,
    customer_id: createdId ?? personId ?? row.customer_id,
    person,
    outcome,
    changes: plan && outcome !== 'refuse' ? listPlannedChanges(plan, names) : [],
    reasons,
    findings: outcome === 'refuse' ? [] : findings,
    predecessor_id: outcome === 'refuse' ? null : (predecessorId ?? null),
  };
}

/** The changes of a plan as they are shown: also an address that has to be confirmed. */
function listPlannedChanges({ outcome, before, after, columns, requestedEmail }: PersonPlan, names: ReferenceNames): RowChange[] {
  return toPersonChanges(
    outcome === 'create' ? null : { ...before, ...(requestedEmail && { email: columns.email }) },
    { ...after, ...(requestedEmail && { email: requestedEmail.email }) },
    names,
  );
}
