import { inFile, type SqlFault } from '../sql-faults/sql-fault.ts';

const PAYMENTS = 'api/ordering/card-payments';
const EVENTS = [`${PAYMENTS}/card-payments.test.ts`, `${PAYMENTS}/event-orders.test.ts`, `${PAYMENTS}/same-moment.test.ts`];
const REFUNDS = [`${PAYMENTS}/refunds/refunds.test.ts`];

/** The guards of payments by card, each of them missing. */
export const PAYMENT_FAULTS: readonly SqlFault[] = [
  ...inFile(
    `${PAYMENTS}/providers/webhook-signature.rules.ts`,
    [`${PAYMENTS}/payment-events.test.ts`],
    ['the signature of a webhook', "if (!isGood) return 'wrong';", ''],
    ['the time of a webhook', '> SIGNATURE_TOLERANCE_SECONDS', '> Number.MAX_VALUE'],
  ),
  ...inFile(
    `${PAYMENTS}/providers/stripe-provider.ts`,
    [`${PAYMENTS}/providers/providers.test.ts`],
    [
      'the signature of a webhook of Stripe',
      'return stripe.webhooks.constructEvent(',
      'return JSON.parse(raw.toString()) ?? stripe.webhooks.constructEvent(',
    ],
    ['the time of a webhook of Stripe', 'secret, SIGNATURE_TOLERANCE_SECONDS,', 'secret, Number.MAX_SAFE_INTEGER,'],
  ),
  ...inFile(`${PAYMENTS}/attempts.queries.ts`, EVENTS, [
    'an event pays for attempts of its brand only',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a statement.
    'where p.brand_id = ${brandId} and p.provider = ${provider} and (',
    'where (',
  ]),
  ...inFile(`${PAYMENTS}/apply-event.actions.ts`, EVENTS, [
    'an event is applied once',
    "if (!(await insertEvent(tx, source, event, outcome, attempt))) return 'repeated';",
    'await insertEvent(tx, source, event, outcome, attempt);',
  ]),
  ...inFile(`${PAYMENTS}/payment-events.queries.ts`, EVENTS, [
    'an event is kept once',
    "where e.outcome = 'unknown' and excluded.outcome <> 'unknown'",
    'where true',
  ]),
  ...inFile(
    `${PAYMENTS}/apply-event.rules.ts`,
    EVENTS,
    ['the amount that was paid', 'paid.amountMinor === amountMinor', 'true'],
    ['the currency that was paid', 'paid.currencyCode?.toUpperCase() === currencyCode', 'true'],
    ['the order that was paid', 'paid.orderId === null || paid.orderId === orderId', 'true'],
    ['an order that has become dearer', 'if (order.cardMinor > attempt.amountMinor)', 'if (false)'],
  ),
  ...inFile(
    `${PAYMENTS}/card-payment-states.rules.ts`,
    EVENTS,
    ['a paid attempt does not fail', "failed: { from: ['created', 'open']", "failed: { from: ['created', 'open', 'paid']"],
    ['a paid attempt does not expire', "expired: { from: ['created', 'open']", "expired: { from: ['created', 'open', 'paid']"],
    [
      'a paid attempt is not paid again',
      "paid: { from: ['created', 'open', 'failed', 'expired', 'cancelled'], to: 'paid' }",
      "paid: { from: ['created', 'open', 'failed', 'expired', 'cancelled', 'paid'], to: 'paid' }",
    ],
  ),
  ...inFile(
    `${PAYMENTS}/try-again.actions.ts`,
    EVENTS,
    ['one open attempt', '(await findOpenAttempt(tx, ref)) !== undefined || ', ''],
    ['no attempt for an order that is paid', 'await assertPayable({ db: tx }, scope, ref);', ''],
    ['the provider is asked before another attempt', 'else await askProvider(dependencies, attempt);', ''],
  ),
  ...inFile(
    `${PAYMENTS}/payment-deadlines.actions.ts`,
    EVENTS,
    [
      'the provider is asked before an order expires',
      'if (!(await endOverdueAttempt(dependencies, { ...ref, dueAt }))) continue;',
      '',
    ],
    [
      'an order is kept while the provider does not answer',
      'return dueAt.getTime() + MAX_HOURS_UNASKED * 3_600_000 <=',
      'return 0 <=',
    ],
  ),
  ...inFile(`${PAYMENTS}/ask-provider.actions.ts`, EVENTS, [
    'a page that cannot be ended has been paid',
    'return askProvider(dependencies, attempt);',
    'return;',
  ]),
  ...inFile(
    `${PAYMENTS}/take-payment.actions.ts`,
    EVENTS,
    ['a late payment is refunded', 'if (!(await requestRefund(tx, ref, { ...refund, key, amountMinor, reason })))', 'if (false)'],
    ['what an order has become cheaper by is refunded', 'if (excessMinor > 0)', 'if (false)'],
  ),
  ...inFile(
    `${PAYMENTS}/refunds/refund-times.rules.ts`,
    REFUNDS,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program.
    ['the key of a refund at the provider', 'repeats === 0 ? `refund-${id}`', 'repeats === 0 ? `refund-${id}-${Math.random()}`'],
  ),
  ...inFile(
    `${PAYMENTS}/refunds/request-refund.actions.ts`,
    REFUNDS,
    ['the same is refunded once', 'if (await isRefundRequested(tx, ref, key)) return true;', ''],
    [
      'no refund above what was paid',
      'if (payments.reduce((sum, { leftMinor }) => sum + leftMinor, 0) < amountMinor) return false;',
      '',
    ],
  ),
  ...inFile(
    `${PAYMENTS}/refunds/refunds.queries.ts`,
    REFUNDS,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the texts of statements.
    ['a refund is sent by one', "f.state in ('due', 'sent') and f.next_attempt_at <= ${at}\n", 'true\n'],
    ['a refund is counted once', "and state <> 'done' returning id)", 'returning id)'],
    [
      'a refund of the provider is not above what was paid',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a statement.
      ' and p.refund_claimed_minor + ${amountMinor} <= p.received_minor',
      '',
    ],
  ),
  ...inFile(
    `${PAYMENTS}/refunds/refund-events.actions.ts`,
    REFUNDS,
    ['the answer to a refund is not taken for another one', "if (await isSendingRefund(tx, payment)) return 'superseded';", ''],
    [
      'a refund that was done stays done',
      "if (refund.state === 'done') return kind === 'refunded' ? 'repeated' : 'superseded';",
      '',
    ],
  ),
];
