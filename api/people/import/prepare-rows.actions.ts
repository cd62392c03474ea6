import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { type CellParseOptions, parseRowCells } from './cells.rules.ts';
import { readEmailCell } from './email-cells.rules.ts';
import { splitFullName } from './full-names.rules.ts';
import type { ImportRecord } from './imports.queries.ts';
import { toNameOrder } from './interpretation.rules.ts';
import {
  type ContractLine,
  clearPreview,
  type KeyCells,
  listKeyCells,
  listKeyedLines,
  readOrganisationDay,
  saveDuplicates,
  saveKeys,
} from './keyed-rows.queries.ts';
import { type Contract, findDuplicateLines } from './lines.rules.ts';
import type { NameLookup } from './name-lookup.rules.ts';
import { readEmployeeNumber } from './number-cells.rules.ts';
import { readNameLookup } from './people.queries.ts';
import { toCellParseOptions } from './plan-rows.actions.ts';

/** The number and the address by which a row is looked up, where they are not what its cells have; null for none. */
function readKeys({ row_no, number, email }: KeyCells) {
  const [readNumber, readEmail] = [readEmployeeNumber(number), readEmailCell(email)];
  const keys = { number: 'value' in readNumber ? readNumber.value : null, email: 'value' in readEmail ? readEmail.value : null };
  return keys.number === number && keys.email === email ? [] : [{ row_no, ...keys }];
}

/** A line with the first and last name of its only cell for both; where that cannot be split, all of it tells people apart. */
function withSplitName(line: ContractLine, { fields, orders }: CellParseOptions): ContractLine {
  if (line.fullName === '') return line;
  const order = toNameOrder(orders[fields.indexOf('fullName')]) ?? 'last, first';
  return { ...line, ...(splitFullName(line.fullName, order) ?? { firstName: '', lastName: line.fullName }) };
}

/** What a line says of a contract. Cells that cannot be read say nothing. */
function readContract(line: ContractLine, options: CellParseOptions, nameLookup: NameLookup): Contract {
  const cells = options.fields.map((field) =>
    field === 'active' || field === 'startDateUtc' || field === 'endDateUtc' ? line[field] : '',
  );
  const { input } = parseRowCells(cells, { ...options, clearEmpty: false }, nameLookup);
  return {
    isClosed: input.active === false,
    startsOn: (input.startDateUtc as string | null | undefined) ?? null,
    endsOn: (input.endDateUtc as string | null | undefined) ?? null,
  };
}

/**
 * Clears an earlier preview, computes the keys by which each row's person is looked up, and marks the lines of a file of people that share a person,
 * an address or a number.
 */
export async function prepareImportRows(tx: Tx, scope: Scope, peopleImport: ImportRecord): Promise<void> {
  const { id: importId, kind, mapping } = peopleImport;
  await clearPreview(tx, scope, importId, mapping);
  if (kind === 'range') return;
  await saveKeys(tx, scope, importId, (await listKeyCells(tx, scope, importId, mapping)).flatMap(readKeys));
  if (kind !== 'people') return;
  const options = toCellParseOptions(peopleImport);
  const lines = (await listKeyedLines(tx, scope, importId, mapping)).map((line) => withSplitName(line, options));
  const nameLookup = await readNameLookup(tx, scope);
  const today = await readOrganisationDay(tx, scope);
  const linesByRow = new Map(lines.map((line) => [line.rowNo, line]));
  const duplicates = findDuplicateLines(
    lines,
    ({ rowNo }) => readContract(linesByRow.get(rowNo) as ContractLine, options, nameLookup),
    today,
  );
  await saveDuplicates(tx, scope, importId, duplicates);
}
