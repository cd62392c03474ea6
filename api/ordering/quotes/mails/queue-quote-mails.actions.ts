import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { listOperatorsWithRight } from '#api/identity/operators/operator-team.queries.ts';
import { findActors } from '#api/identity/sessions/access.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Actor } from '#api/platform/http/scope.ts';
import { formatDay } from '#api/platform/local-day.ts';
import type { MailDefinition } from '#api/platform/mail/mail-definition.ts';
import { enqueueMails, type MailDependencies, type QueuedMail, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import { QUOTE_STATUSES } from '#contract/ordering/quotes/quote-states.ts';
import type { QuoteRef } from '../quote-steps.queries.ts';
import { shortenText, toAcceptedLines, toOfferedLines, toRequestedLines } from './mailed-quote.rules.ts';
import type { QuoteMail, SalesMail } from './quote-blocks.ts';
import {
  listNewFiles,
  type MessageForMail,
  type QuoteForMail,
  readMessageForMail,
  readQuoteForMail,
} from './quote-mails.queries.ts';
import {
  quoteAnsweredMail,
  quoteDeclinedMail,
  quoteEndingMail,
  quoteExpiredMail,
  quoteGivenMail,
  quoteReplyMail,
  quoteSubmittedMail,
} from './quote-mails.ts';
import { quoteAcceptedMail, quoteClosedMail, quoteFilesMail, quoteMessageMail, quoteRequestedMail } from './sales-mails.ts';

/** What has happened to a quote that people are told of by mail. */
export type QuoteNotice =
  | { kind: 'submitted' | 'withdrawn' | 'declinedByCustomer' | 'declinedBySupplier' | 'ending' | 'expired' }
  /** Files of the client, before or after they are marked as notified in the same transaction. */
  | { kind: 'files' }
  /** An answer was sent; `version` is its number. */
  | { kind: 'answered'; version: number }
  /** Something was accepted. */
  | { kind: 'accepted'; acceptId: string }
  | { kind: 'message'; messageId: number }
  /** It was given to another person. */
  | { kind: 'owner' };

/** The most names of files in a mail, and the most characters of what someone has written; the page has all of them. */
const MAX_FILES = 10;
const MAX_TEXT = 1000;

/** Queues mails about one quote. */
interface Post {
  ref: QuoteRef;
  quote: QuoteForMail;
  /** Mails the person whose quote it is. `occasion` distinguishes mails of one kind. */
  toOwner<Data extends QuoteMail>(
    definition: MailDefinition<Data>,
    occasion: string | number,
    toData: (owner: Actor) => Omit<Data, keyof QuoteMail>,
  ): Promise<QueuedMail[]>;
  /**
   * Mails the sales team: the client's Sales and the brand's customer service, but not the owner, who has other mails, nor `except`, who has done it.
   */
  toSales<Data extends SalesMail>(
    definition: MailDefinition<Data>,
    occasion: string | number,
    data: Omit<Data, keyof SalesMail>,
    except?: number | null,
  ): Promise<QueuedMail[]>;
}

function createPost(tx: Tx, ref: QuoteRef, quote: QuoteForMail): Post {
  const { organisationId, quoteId } = ref;
  const { quoteNumber, title, organisationName, personName, brandId, customerId, salesIds } = quote;
  const common = { quoteId, quoteNumber, title };
  const keyOf = (name: string, occasion: string | number, recipient: string) => `${name}:${quoteId}:${occasion}:${recipient}`;
  return {
    ref,
    quote,
    toOwner: async (definition, occasion, toData) =>
      (await findActors(tx, organisationId, [customerId])).map((owner) =>
        toQueuedMail(definition, {
          organisationId,
          brandId,
          recipient: owner.email,
          data: { ...common, name: owner.firstName, ...toData(owner) } as never,
          dedupeKey: keyOf(definition.name, occasion, `c${customerId}`),
        }),
      ),
    toSales: async (definition, occasion, data, except = null) => {
      const toMail = (recipient: { name: string; email: string; isOperator: boolean; key: string }) =>
        toQueuedMail(definition, {
          organisationId,
          brandId,
          recipient: recipient.email,
          data: {
            ...common,
            ...{ name: recipient.name, isOperator: recipient.isOperator, organisation: organisationName, personName },
            ...data,
          } as never,
          dedupeKey: keyOf(definition.name, occasion, recipient.key),
        });
      const sales = await findActors(
        tx,
        organisationId,
        salesIds.filter((id) => id !== customerId && id !== except),
      );
      const operators = await listOperatorsWithRight(tx, 'customerService', [brandId]);
      return [
        ...sales.map(({ customerId: id, email, firstName }) =>
          toMail({ name: firstName, email, isOperator: false, key: `c${id}` }),
        ),
        ...operators.map(({ operatorId, email, name }) => toMail({ name, email, isOperator: true, key: `o${operatorId}` })),
      ];
    },
  };
}

const writtenIn = (text: string | null) => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : shortenText(trimmed, MAX_TEXT);
};
const dayIn = (day: string | null) => (day === null ? null : formatDay(day));
const isAccepted = ({ lines }: QuoteForMail) => lines.some(({ accepted }) => accepted > 0);

const mailSubmitted = async ({ quote, toOwner, toSales }: Post): Promise<QueuedMail[]> => {
  const requested = toRequestedLines(quote.lines);
  return [
    ...(await toOwner(quoteSubmittedMail, '', () => ({ requested }))),
    ...(await toSales(
      quoteRequestedMail,
      '',
      { requested, requiredBy: dayIn(quote.requiredOn), comment: writtenIn(quote.description), files: quote.files },
      quote.askedById,
    )),
  ];
};

const mailAnswered = ({ quote, toOwner }: Post, version: number): Promise<QueuedMail[]> =>
  toOwner(quoteAnsweredMail, version, ({ pricesVisible }) => ({
    isRevised: version > 1,
    offered: toOfferedLines(
      quote.lines,
      { currencyCode: quote.currencyCode, totalMinor: quote.totalMinor ?? 0 },
      { pricesVisible, money: (minor) => formatMoney(minor, quote.currencyCode) },
    ),
    validUntil: dayIn(quote.validUntilOn) ?? '',
    comment: writtenIn(quote.notes),
  }));

function mailMessage({ toOwner, toSales }: Post, messageId: number, message: MessageForMail): Promise<QueuedMail[]> {
  const { files, author, customerId } = message;
  const comment = writtenIn(message.text) ?? '';
  return message.isFromSupplier
    ? toOwner(quoteReplyMail, messageId, () => ({ comment, files }))
    : toSales(quoteMessageMail, messageId, { author, comment, files }, customerId);
}

async function composeMails(tx: Tx, post: Post, notice: QuoteNotice): Promise<QueuedMail[]> {
  const { ref, quote, toOwner, toSales } = post;
  const validUntil = dayIn(quote.validUntilOn);
  switch (notice.kind) {
    case 'submitted':
      return mailSubmitted(post);
    case 'answered':
      return mailAnswered(post, notice.version);
    case 'ending':
      return toOwner(quoteEndingMail, quote.version, () => ({
        validUntil: validUntil ?? '',
        isPartlyAccepted: isAccepted(quote),
      }));
    case 'expired':
      return toOwner(quoteExpiredMail, quote.version, () => ({ validUntil: validUntil ?? '' }));
    case 'declinedBySupplier':
      return toOwner(quoteDeclinedMail, '', () => ({ reason: writtenIn(quote.declineReason) }));
    case 'declinedByCustomer':
    case 'withdrawn': {
      const isWithdrawn = notice.kind === 'withdrawn';
      return toSales(quoteClosedMail, '', { isWithdrawn, reason: writtenIn(quote.declineReason) });
    }
    case 'message':
      return mailMessage(post, notice.messageId, await readMessageForMail(tx, ref, notice.messageId));
    case 'files': {
      const files = await listNewFiles(tx, ref);
      const names = files.slice(0, MAX_FILES).map(({ name }) => name);
      return files.length === 0 ? [] : toSales(quoteFilesMail, files.at(-1)?.id ?? 0, { files: names, count: files.length });
    }
    case 'accepted':
      return toSales(quoteAcceptedMail, notice.acceptId, { accepted: toAcceptedLines(quote.lines) });
    case 'owner':
      return toOwner(quoteGivenMail, quote.moment, () => ({
        state: QUOTE_STATUSES.find(({ id }) => id === quote.stateId)?.label ?? '',
        validUntil,
      }));
  }
}

/**
 * Queues the mails that tell those concerned of what has happened to a quote, in the transaction of the change and after it. Each of them is sent once.
 * People who can no longer log in get none, and amounts are only in mails to people who see prices.
 */
export async function queueQuoteMails(tx: Tx, dependencies: MailDependencies, ref: QuoteRef, notice: QuoteNotice): Promise<void> {
  const post = createPost(tx, ref, await readQuoteForMail(tx, ref));
  const mails = await composeMails(tx, post, notice);
  if (mails.length > 0) await enqueueMails(tx, dependencies, mails);
}
