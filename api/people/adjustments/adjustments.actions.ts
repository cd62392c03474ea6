import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import {
  type AdjustableAccount,
  listAdjustments,
  lockAdjustableAccounts,
  writeAdjustments,
} from '#api/entitlement/adjustments.queries.ts';
import { findAdjustmentBlocker, parseAdjustmentAmount, planAdjustment } from '#api/entitlement/adjustments.rules.ts';
import { formatAmount } from '#api/entitlement/coverage.rules.ts';
import { getBalance } from '#api/entitlement/entitlement.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { findColleague } from '../person/colleagues.queries.ts';
import { canAdjustEntitlement, canSee } from '../person/person-fields.rules.ts';

type Adjustment = ReplyOf<'POST /api/entitlement/adjustments'>['adjustment'];

interface Command {
  clock: Clock;
  requestId: string;
}

/** Locks an account that the caller may adjust. Throws 404 when they do not manage its owner, and 403 when they may not change them. */
async function lockAccount(
  tx: Tx,
  { caller }: RequestContext,
  accountId: number,
  entity: 'entitlementAccount' | 'adjustment',
): Promise<AdjustableAccount> {
  const [account] = await lockAdjustableAccounts(tx, caller, [accountId]);
  if (!account) throw notFound(entity);
  if (account.customerId === caller.customerId) throw forbidden('You can’t adjust your own uniform. Ask another administrator.');
  const person = await findColleague(tx, caller, account.customerId);
  if (!person || person.isDeleted || !canSee(caller, person.actor)) throw notFound(entity);
  if (!canAdjustEntitlement(caller, person.actor)) throw forbidden('You can’t adjust this person’s uniform.');
  return account;
}

/** What is written for one account. `amount` in its unit. */
interface AccountAdjustment {
  account: AdjustableAccount;
  amount: number;
  reason: string | null;
  /** The adjustment that this one undoes; null for a new one. */
  reversesId: number | null;
}

async function writeAdjustment(
  tx: Tx,
  context: RequestContext,
  { account, amount, reason, reversesId }: AccountAdjustment,
  { clock, requestId }: Command,
): Promise<Adjustment> {
  const { caller } = context;
  const { id: accountId, unit, label, collectionName, seasonName, customerId } = account;
  const isReversal = reversesId !== null;
  const blocker = findAdjustmentBlocker(account, getLocalDay(clock.now(), caller.timeZone));
  if (blocker) throw new HttpError(409, { account: [blocker] });
  const plan = planAdjustment(account, amount, { currency: caller.currencyCode, isReversal });
  if ('refusal' in plan) throw isReversal ? new HttpError(409, { amount: [plan.refusal] }) : invalid('amount', plan.refusal);
  const ids = await writeAdjustments(tx, caller, [{ ...plan, accountId, reason, reversesId }]);
  const sign = amount > 0 ? '+' : '−';
  await recordAuditEvent(tx, context, {
    action: isReversal ? 'customer.entitlement-adjustment-undone' : 'customer.entitlement-adjusted',
    subjectId: String(customerId),
    after: {
      entitlement: [label, collectionName, seasonName].filter((name) => name !== null).join(', '),
      adjustment: `${sign}${formatAmount(Math.abs(amount), unit, caller.currencyCode)}`,
      ...(reason === null ? {} : { adjustmentReason: reason }),
    },
    requestId,
  });
  const toAmount = (size: number) => (unit === 'money' ? toMajorUnits(size) : size);
  return {
    id: ids.get(accountId) as number,
    accountId,
    amount: toAmount(amount),
    left: toAmount((getBalance(account) ?? 0) + plan.grantedDelta),
  };
}

/**
 * Adjusts what a person is owed. Throws 403 for oneself and for people whom the caller may not change, 404 for others out of reach, 409 where
 * nothing can be adjusted, and 422 for the amount.
 */
export async function adjustEntitlement(
  tx: Tx,
  context: RequestContext,
  { accountId, amount, reason }: BodyOf<'POST /api/entitlement/adjustments'>,
  command: Command,
): Promise<Adjustment> {
  const account = await lockAccount(tx, context, accountId, 'entitlementAccount');
  const adjustment = { account, amount: parseAdjustmentAmount(amount, account.unit), reason: reason.trim(), reversesId: null };
  return writeAdjustment(tx, context, adjustment, command);
}

/** Undoes an adjustment by a counter-entry. Throws as `adjustEntitlement`, and 409 when it has been undone or was itself an undo. */
export async function reverseAdjustment(tx: Tx, context: RequestContext, id: number, command: Command): Promise<Adjustment> {
  const [found] = await listAdjustments(tx, context.caller, [id]);
  if (!found) throw notFound('adjustment');
  const account = await lockAccount(tx, context, found.accountId, 'adjustment');
  // Read again behind the lock: someone else may have undone it meanwhile.
  const [original] = await listAdjustments(tx, context.caller, [id]);
  if (!original || original.isReversed) throw new HttpError(409, { adjustment: ['This adjustment has already been undone.'] });
  if (original.reversesId !== null)
    throw new HttpError(409, { adjustment: ['An undo can’t be undone. Adjust the amount again.'] });
  return writeAdjustment(tx, context, { account, amount: -original.amount, reason: null, reversesId: id }, command);
}
