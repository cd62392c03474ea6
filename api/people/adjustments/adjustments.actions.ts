import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { listAdjustments, lockAdjustableAccounts } from '#api/entitlement/adjustments.queries.ts';
import {
  type AdjustableAccount,
  findAdjustmentBlocker,
  parseAdjustmentAmount,
  planAdjustment,
} from '#api/entitlement/adjustments.rules.ts';
import { getBalance } from '#api/entitlement/entitlement.rules.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { findColleague } from '../person/colleagues.queries.ts';
import { canAdjustEntitlement, canSee } from '../person/person-fields.rules.ts';
import { NOT_ADJUSTABLE, OWN_UNIFORM } from './adjustable-people.rules.ts';
import { ALREADY_UNDONE, saveAdjustments } from './save-adjustments.actions.ts';

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
  if (account.customerId === caller.customerId) throw forbidden(OWN_UNIFORM);
  const person = await findColleague(tx, caller, account.customerId);
  if (!person || person.isDeleted || !canSee(caller, person.actor)) throw notFound(entity);
  if (!canAdjustEntitlement(caller, person.actor)) throw forbidden(NOT_ADJUSTABLE);
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
  const { id: accountId, unit } = account;
  const isReversal = reversesId !== null;
  const blocker = findAdjustmentBlocker(account, getLocalDay(clock.now(), caller.timeZone));
  if (blocker) throw new HttpError(409, { account: [blocker] });
  const plan = planAdjustment(account, amount, { currency: caller.currencyCode, mayLeaveAsMuch: isReversal });
  if ('refusal' in plan) throw isReversal ? new HttpError(409, { amount: [plan.refusal] }) : invalid('amount', plan.refusal);
  const ids = await saveAdjustments({ tx, context, requestId }, [{ account, plan, reason, reversesId }]);
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
  // Read again now that the account is locked: someone else may have undone it in the meantime.
  const [original] = await listAdjustments(tx, context.caller, [id]);
  if (!original || original.isReversed) throw new HttpError(409, { adjustment: [ALREADY_UNDONE] });
  if (original.reversesId !== null)
    throw new HttpError(409, { adjustment: ['An undo can’t be undone. Adjust the amount again.'] });
  return writeAdjustment(tx, context, { account, amount: -original.amount, reason: null, reversesId: id }, command);
}
