import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { getAvailability } from '#api/catalogue/stock/stock.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { describeApprovalReason } from '../../approval/approval-reasons.rules.ts';
import { listCharges } from '../../cart/charges.rules.ts';
import type { SheetWearer } from '../rows/sheet-wearers.queries.ts';
import { type CheckedRow, type CheckedSheet, hasProblem } from './check-sheet.actions.ts';
import type { PlannedRow } from './plan-sheet.rules.ts';

type CheckReply = ReplyOf<'POST /api/ordersheets/check'>;

const INCLUDING_TAX = 0;
const BEYOND = { block: 'block', approval: 'approval', own_payment: 'ownPayment' } as const;

const toDate = (day: string | null) => (day === null ? null : `${day}T00:00:00Z`);
const toWearer = ({ id, name, employeeNumber, groupName }: SheetWearer) => ({ id, name, employeeNumber, groupName });

/** What amounts look like to the person: as they see tax, or null where prices are hidden from them. */
const createAmounts = ({ taxDisplayType, pricesVisible }: Scope) => {
  const toAmount = (minor: number) => (pricesVisible ? toMajorUnits(minor) : null);
  const including = taxDisplayType === INCLUDING_TAX;
  return { toAmount, display: (excl: number, incl: number) => toAmount(including ? incl : excl) };
};

const getState = (checked: CheckedRow): CheckReply['rows'][number]['state'] => {
  if (checked.row.isEmpty) return 'empty';
  if (hasProblem(checked)) return 'problem';
  return checked.messages.length > 0 ? 'note' : 'ready';
};

/** What is left of the entitlement in pieces, before cart and sheet. */
function getLeft({ line: { entitlement } }: PlannedRow): number | null {
  if (entitlement?.group.unit !== 'pieces' || entitlement.budget) return null;
  return entitlement.group.left === null ? null : Math.max(entitlement.group.left, 0);
}

function toRow(checked: CheckedRow, scope: Scope): CheckReply['rows'][number] {
  const { row, planned, needsApproval, messages } = checked;
  const { wearer, candidates, product, combination, proposedFrom, quantity } = row;
  const { display } = createAmounts(scope);
  const amounts = planned && !planned.line.callForPrice ? planned.amounts : undefined;
  return {
    number: row.number,
    state: getState(checked),
    wearer: wearer ? toWearer(wearer) : null,
    candidates: candidates.map(toWearer),
    productId: product?.id ?? null,
    combinationId: combination?.id ?? null,
    productName: product?.name ?? null,
    sku: combination?.sku ?? null,
    imageSrc: planned?.line.imageSrc ?? null,
    attributeDescription: planned?.line.description ?? '',
    colour: combination?.colour ?? null,
    size: combination?.size ?? null,
    fit: combination?.fit ?? null,
    proposedFrom,
    nameOnGarment: row.designs[0]?.text ?? null,
    quantity,
    unitPrice: amounts ? display(amounts.unitMinor, amounts.unitMinor + amounts.unitTaxMinor) : null,
    subTotal: amounts ? display(amounts.exclTaxMinor, amounts.inclTaxMinor) : null,
    coveredQuantity: planned?.covered ?? null,
    beyondQuantity: planned?.beyond ?? 0,
    leftQuantity: planned ? getLeft(planned) : null,
    beyond: planned?.line.entitlement ? BEYOND[planned.line.entitlement.beyond] : null,
    needsApproval,
    stockMessage: planned ? getAvailability(planned.line).message : '',
    isLate: (planned?.late ?? 0) > 0,
    dueDateUtc: planned && planned.late > 0 ? toDate(planned.dueOn) : null,
    messages,
  };
}

interface Sum {
  pieces: number;
  beyond: number;
  excl: number;
  incl: number;
}

const sumRows = (rows: readonly PlannedRow[]): Sum =>
  rows.reduce(
    (sum, { quantity, beyond, amounts, line }) => ({
      pieces: sum.pieces + quantity,
      beyond: sum.beyond + beyond,
      excl: sum.excl + (line.callForPrice ? 0 : amounts.exclTaxMinor),
      incl: sum.incl + (line.callForPrice ? 0 : amounts.inclTaxMinor),
    }),
    { pieces: 0, beyond: 0, excl: 0, incl: 0 },
  );

/** What setting up the designs of rows costs, each once. */
const sumSetUp = (rows: readonly PlannedRow[]) =>
  listCharges(rows.map(({ line }) => line)).reduce(
    (sum, { chargeMinor, taxMinor }) => ({ excl: sum.excl + chargeMinor, incl: sum.incl + chargeMinor + taxMinor }),
    { excl: 0, incl: 0 },
  );

/** When the last of the late pieces is expected; null when nothing is late, or it is not known of all. */
function getLastDate(late: readonly PlannedRow[]): string | null {
  const days = late.map(({ dueOn }) => dueOn);
  return days.some((day) => day === null) ? null : (days.toSorted().at(-1) ?? null);
}

/** The answer to a check as the API shows it. */
export function toCheckReply(sheet: CheckedSheet, scope: Scope): CheckReply {
  const { rows, approvalReasons, cartLines, warnings, fingerprint } = sheet;
  const { toAmount, display } = createAmounts(scope);
  const addable = rows.filter((each) => each.planned !== undefined && !hasProblem(each));
  const planned = addable.flatMap((each) => each.planned ?? []);
  const late = planned.filter((each) => each.late > 0);
  const byWearer = Map.groupBy(addable, ({ row }) => row.wearer?.id ?? 0);
  const filled = rows.filter(({ row }) => !row.isEmpty);
  const problems = filled.filter(hasProblem).length;
  const total = sumRows(planned);
  const setUp = sumSetUp(planned);
  return {
    rows: rows.map((each) => toRow(each, scope)),
    totals: {
      rows: filled.length,
      addableRows: addable.length,
      problemRows: problems,
      wearers: byWearer.size,
      pieces: total.pieces,
      coveredQuantity: planned.reduce((sum, { covered }) => sum + (covered ?? 0), 0),
      beyondQuantity: total.beyond,
      needsApproval: approvalReasons.length > 0 && addable.length > 0,
      approvalReasons:
        addable.length > 0
          ? approvalReasons.map((reason) => describeApprovalReason(reason, scope.pricesVisible ? scope.currencyCode : null))
          : [],
      lateQuantity: late.reduce((sum, each) => sum + each.late, 0),
      lateDueDateUtc: toDate(getLastDate(late)),
      subTotal: display(total.excl, total.incl),
      subTotalInclTax: toAmount(total.incl),
      subTotalExclTax: toAmount(total.excl),
      setUpTotal: display(setUp.excl, setUp.incl),
      taxDisplayType: scope.taxDisplayType,
      currencyCode: scope.currencyCode,
      cartLines,
      byWearer: [...byWearer.values()].map((own) => {
        const sum = sumRows(own.flatMap((each) => each.planned ?? []));
        const { id = 0, name = '' } = own[0]?.row.wearer ?? {};
        return {
          customerId: id,
          name,
          pieces: sum.pieces,
          beyondQuantity: sum.beyond,
          subTotal: display(sum.excl, sum.incl),
        };
      }),
    },
    warnings,
    canAdd: filled.length > 0 && problems === 0 && warnings.length === 0,
    fingerprint,
  };
}
