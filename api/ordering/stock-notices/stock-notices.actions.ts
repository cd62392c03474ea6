import { explainNotAwaitable, isOrderable } from '#api/catalogue/stock-enquiry/stock.mapper.ts';
import { listStockByIds } from '#api/catalogue/stock-enquiry/stock-enquiry.queries.ts';
import { explainRefusal, getOrderingReach } from '#api/entitlement/ordering-eligibility.rules.ts';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { conflict, notFound } from '#api/platform/http/errors.ts';
import { grantScope, type Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ReplyOf } from '#contract/index.ts';
import { MAX_STOCK_NOTICES } from '#contract/ordering/stock-notices.ts';
import { stockNoticeMail } from './stock-notice-mails.ts';
import {
  deleteNotice,
  endNotices,
  findProductEligibility,
  insertNotice,
  listOpenNotices,
  listWaitingPeople,
  lockNoticesOf,
  type WaitingPerson,
} from './stock-notices.queries.ts';

type Reply = ReplyOf<'GET /api/stocknotices'>;

/** The open notices of a person. */
export const listStockNotices = async (db: Db, scope: Scope): Promise<Reply> => ({
  stockNotices: await listOpenNotices(db, scope),
});

/**
 * Lets a person wait for a combination, once. Throws 404 when they cannot see it, and 409 when it can be ordered now, when they may not order it
 * whatever is in stock, and when they wait for too much.
 */
export async function addStockNotice(tx: Tx, scope: Scope, combinationId: number, clock: Clock): Promise<Reply> {
  await lockNoticesOf(tx, scope);
  const open = await listOpenNotices(tx, scope);
  if (open.some((notice) => notice.combinationId === combinationId)) return { stockNotices: open };
  const [item] = await listStockByIds(tx, scope, [combinationId]);
  if (!item) throw notFound('combination');
  const today = getLocalDay(clock.now(), scope.timeZone);
  const eligibility = (await findProductEligibility(tx, scope, [item.productId], today)).get(item.productId);
  const problem =
    explainNotAwaitable(item) ??
    // Ordering may open while they wait.
    (eligibility && explainRefusal({ ...eligibility, windows: [] }, getOrderingReach(scope), today));
  if (problem) throw conflict('combinationId', problem);
  if (open.length >= MAX_STOCK_NOTICES)
    throw conflict(
      'stockNotice',
      `You are waiting for ${MAX_STOCK_NOTICES} items already. Remove one on your profile before you add another.`,
    );
  await insertNotice(tx, scope, combinationId);
  return listStockNotices(tx, scope);
}

/** Ends a notice of a person without a mail. Throws 404 when there is no such notice. */
export async function removeStockNotice(tx: Tx, scope: Scope, id: number): Promise<Reply> {
  if (!(await deleteNotice(tx, scope, id))) throw notFound('stockNotice');
  return listStockNotices(tx, scope);
}

/** What the job about notices needs. */
export interface NoticeDependencies extends MailDependencies {
  clock: Clock;
  log: { error(details: object, message: string): void };
}

/** Tells one person of everything that they wait for and can order now. Returns the number of mails. */
async function tellPerson(db: Db, { organisationId, customerId, notices }: WaitingPerson, dependencies: NoticeDependencies) {
  const actor = await findActor(db, organisationId, customerId);
  if (!actor) return 0;
  const scope = grantScope(actor);
  const today = getLocalDay(dependencies.clock.now(), scope.timeZone);
  const combinationIds = notices.map(({ combinationId }) => combinationId);
  const items = (await listStockByIds(db, scope, combinationIds)).filter((item) => isOrderable(item));
  if (items.length === 0) return 0;
  const productIds = [...new Set(items.map(({ productId }) => productId))];
  const eligibility = await findProductEligibility(db, scope, productIds, today);
  const reach = getOrderingReach(scope);
  const free = items.filter(({ productId }) => {
    const facts = eligibility.get(productId);
    return facts !== undefined && explainRefusal(facts, reach, today) === undefined;
  });
  if (free.length === 0) return 0;
  return runInTransaction(db, async (tx) => {
    const noticeOf = new Map(notices.map(({ id, combinationId }) => [combinationId, id]));
    const ids = free.flatMap(({ combinationId }) => noticeOf.get(combinationId) ?? []);
    const ended = new Set(await endNotices(tx, organisationId, ids));
    const told = free.filter(({ combinationId }) => ended.has(noticeOf.get(combinationId) ?? 0));
    if (told.length === 0) return 0;
    await enqueueMail(tx, dependencies, stockNoticeMail, {
      organisationId,
      brandId: actor.brandId,
      recipient: actor.email,
      data: {
        firstName: actor.firstName,
        items: told.map(({ productId, combinationId, name, description }) => ({ productId, combinationId, name, description })),
      },
    });
    return 1;
  });
}

const BATCH_SIZE = 100;

/**
 * Mails everyone who waits for something that they can order now, and ends these notices. Who may not order it now goes on waiting. Returns the
 * number of mails.
 */
export async function tellWaitingPeople(db: Db, dependencies: NoticeDependencies): Promise<number> {
  let mails = 0;
  let last = { organisationId: 0, customerId: 0 };
  for (;;) {
    const people = await listWaitingPeople(db, last, BATCH_SIZE);
    for (const person of people) {
      try {
        mails += await tellPerson(db, person, dependencies);
      } catch (error) {
        // The others are told all the same; this person is tried again by the next job.
        dependencies.log.error({ err: error, customerId: person.customerId }, 'someone could not be told of stock');
      }
    }
    const end = people.at(-1);
    if (!end || people.length < BATCH_SIZE) return mails;
    last = end;
  }
}
