import { Button, Text, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { ChangedNotice } from '#web/app/changed-notice.tsx';
import { paths } from '#web/app/paths.ts';
import { formatAmount } from '#web/entitlement/reasoning.ts';
import { useSingleKeys } from '#web/ui/browser/use-single-keys.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDate, formatDateTime, formatMoney, formatNumber, lowerFirst, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { type Action, type ApprovalCardData, formatPerson, type summariseChoices } from './approval-choices.ts';
import { ApprovalLines } from './approval-lines.tsx';
import css from './approvals.module.css';
import { DecisionDialog } from './decision-dialog.tsx';
import { RemainingCost } from './remaining-cost.tsx';
import { type OrderDecision, useOrderDecision } from './use-order-decision.ts';

interface Props {
  card: ApprovalCardData;
  /** Takes the focus when the order is opened by key. */
  headingRef: Ref<HTMLHeadingElement>;
  onNext: (() => void) | undefined;
  /** The fingerprint that the page showed from which the order was opened, if it did. */
  seen: string | undefined;
  /** Called once the order is decided. */
  onDecided: (orderId: number) => void;
}

const VERBS: Readonly<Record<string, string>> = {
  approved: 'approved this order',
  rejected: 'rejected this order',
  sent_back: 'sent this order back',
};

/** What became of an order that no longer waits. */
function describeClosed({ status, decidedBy, closedOnUtc }: ApprovalCardData): string {
  const at = closedOnUtc ? ` on ${formatDateTime(closedOnUtc)}` : '';
  if (status === 'expired') return `No one decided in time. The order was cancelled${at}.`;
  if (status === 'withdrawn') return `The order was cancelled or changed${at} before anyone decided.`;
  if (status === 'requested') return 'You cannot decide on this order.';
  return `${decidedBy ?? 'Someone'} ${VERBS[status] ?? 'decided on this order'}${at}.`;
}

/** One order with everything that is needed to decide on it, and the decision. Must be keyed by the order. */
export function ApprovalCard({ card, headingRef, onNext, seen, onDecided }: Props) {
  const { orderId, customer, canDecide } = card;
  const decision = useOrderDecision(card, () => onDecided(orderId));
  const { asked, ask, isBusy } = decision;
  const isOpen = canDecide && !isBusy;
  useSingleKeys({
    a: isOpen ? decision.approve : undefined,
    r: isOpen ? () => ask('reject') : undefined,
    s: isOpen ? () => ask('amend') : undefined,
  });

  return (
    <Card flush className={css.card} aria-label={`Order ${orderId} of ${formatPerson(customer)}`}>
      <Head card={card} headingRef={headingRef} />
      {decision.changed && (
        <div className={css.closed}>
          <ChangedNotice error={decision.changed} />
        </div>
      )}
      {canDecide && !decision.changed && seen !== undefined && seen !== card.fingerprint && (
        <div className={css.closed}>
          <Notice tone="warning" role="status">
            <strong>Order {orderId} has changed since you opened its page.</strong> This is the order as it is now.
          </Notice>
        </div>
      )}
      <div className={css.reasons}>
        <Reasons card={card} />
        <Answers card={card} />
      </div>
      {!canDecide && <Closed card={card} onNext={onNext} />}
      <ApprovalLines card={card} choices={decision.choices} isBusy={isBusy} onChoose={decision.choose} />
      <Budgets card={card} />
      {canDecide && (
        <>
          <Terms card={card} decision={decision} />
          <Actions decision={decision} />
        </>
      )}
      {asked && (
        <DecisionDialog
          draftKey={`decision.${orderId}.${asked}`}
          title={DIALOGS[asked].title}
          explanation={DIALOGS[asked].explain(customer.firstName)}
          confirmLabel={DIALOGS[asked].confirm}
          withReason
          onClose={() => ask(undefined)}
          onConfirm={(input) => decision.send(asked, input)}
        />
      )}
    </Card>
  );
}

/** Whose order it is, and what it is worth. */
function Head({ card, headingRef }: Pick<Props, 'card' | 'headingRef'>) {
  const { orderId, customer, placedBy, replacesOrderId, goodsValue, setupValue, answersValue } = card;
  return (
    <div className={css.head}>
      <div className={css.who}>
        <h2 ref={headingRef} tabIndex={-1}>
          {formatPerson(customer)}
        </h2>
        <Text size="sm" c="dimmed">
          {[customer.jobRole, customer.site, customer.startedOn && `started ${formatDate(customer.startedOn)}`]
            .filter(Boolean)
            .map((fact) => `${fact} · `)}
          <Link to={paths.order(orderId)}>order {card.customOrderNumber}</Link>
        </Text>
        {placedBy && (
          <Text size="sm" c="dimmed">
            Placed for them by {placedBy}
          </Text>
        )}
        {replacesOrderId !== null && (
          <Text size="sm" c="dimmed">
            Replaces <Link to={paths.order(replacesOrderId)}>order {replacesOrderId}</Link>, which was sent back
          </Text>
        )}
      </div>
      {goodsValue !== null && (
        <div className={css.total}>
          <strong>{formatMoney(goodsValue, card.currencyCode)}</strong>
          <Text span size="sm" c="dimmed">
            excl. tax and delivery
          </Text>
          {setupValue !== null && setupValue > 0 && (
            <Text size="sm" c="dimmed" className="figures">
              plus {formatMoney(setupValue, card.currencyCode)} set-up of designs
            </Text>
          )}
          {answersValue !== null && answersValue > 0 && (
            <Text size="sm" c="dimmed" className="figures">
              plus {formatMoney(answersValue, card.currencyCode)} for answers
            </Text>
          )}
          {card.personPays !== null && card.personPays > 0 && (
            <Text size="sm" className="figures">
              of which {customer.firstName} pays {formatMoney(card.personPays, card.currencyCode)} incl. tax by card
            </Text>
          )}
        </div>
      )}
    </div>
  );
}

/** What became of an order on which this person cannot decide. */
const Closed = ({ card, onNext }: Pick<Props, 'card' | 'onNext'>) => (
  <div className={css.closed}>
    <Notice
      role="status"
      actions={
        onNext && (
          <Button size="compact-sm" variant="default" onClick={onNext}>
            Next order
          </Button>
        )
      }
    >
      <strong>{describeClosed(card)}</strong>
      {card.decisionReason && <p className={css.quote}>{card.decisionReason}</p>}
    </Notice>
  </div>
);

/** The PO number, and that a decision is final. */
const Terms = ({ card, decision }: { card: ApprovalCardData; decision: OrderDecision }) => (
  <div className={css.terms}>
    {card.poNumberRequired && (
      <TextInput
        ref={decision.poField}
        className={css.po}
        label="PO number"
        description="Needed to approve."
        maxLength={100}
        value={decision.poNumber}
        error={decision.errors.poNumber?.join(' ')}
        onChange={(event) => decision.setPoNumber(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !decision.isBusy) decision.approve();
        }}
      />
    )}
    <Text size="sm" c="dimmed">
      {card.poNumber && `PO number ${card.poNumber}. `}A decision cannot be undone.
    </Text>
  </div>
);

const Actions = ({ decision }: { decision: OrderDecision }) => {
  const { summary, canApprove, isBusy, ask, approve } = decision;
  return (
    <div className={css.foot}>
      <RemainingCost decision={decision} />
      <Text size="sm" c="dimmed" className={css.keys}>
        <kbd className={css.key}>J</kbd> <kbd className={css.key}>K</kbd> next, previous order
      </Text>
      <div className={css.actions}>
        <Button variant="default" disabled={isBusy} aria-keyshortcuts="R" aria-haspopup="dialog" onClick={() => ask('reject')}>
          Reject{' '}
          <kbd className={css.key} aria-hidden>
            R
          </kbd>
        </Button>
        <Button variant="default" disabled={isBusy} aria-keyshortcuts="S" aria-haspopup="dialog" onClick={() => ask('amend')}>
          Send back{' '}
          <kbd className={css.key} aria-hidden>
            S
          </kbd>
        </Button>
        <Button
          className={css.approve}
          loading={isBusy}
          disabled={!canApprove}
          title={summary.approved === 0 ? 'Nothing is approved. Reject the order or send it back.' : undefined}
          aria-keyshortcuts="A"
          onClick={approve}
        >
          {describeApproval(summary)}{' '}
          <kbd className={css.key} aria-hidden>
            A
          </kbd>
        </Button>
      </div>
    </div>
  );
};

/** "Approve order", "Approve order, 2 beyond entitlement" or "Approve 3 of 5 pieces". */
function describeApproval({ isWhole, approved, pieces, beyond }: ReturnType<typeof summariseChoices>): string {
  const what = isWhole ? 'Approve order' : `Approve ${approved} of ${plural(pieces, 'piece')}`;
  return beyond > 0 ? `${what}, ${beyond} beyond entitlement` : what;
}

const DIALOGS: Readonly<Record<Action, { title: string; confirm: string; explain: (firstName: string) => string }>> = {
  approve: {
    title: 'Approve part of the order?',
    confirm: 'Approve the rest',
    explain: (firstName) =>
      `${firstName} receives what you approve. Removed pieces are cancelled, and lines you send back return to their cart. This cannot be undone.`,
  },
  reject: {
    title: 'Reject the order?',
    confirm: 'Reject order',
    explain: (firstName) =>
      `Nothing is sent to ${firstName}. The stock is released, and they can use their entitlement again. This cannot be undone.`,
  },
  amend: {
    title: 'Send the order back?',
    confirm: 'Send back',
    explain: (firstName) =>
      `The order is cancelled and its lines return to ${firstName}’s cart, so they can change and order them again. This cannot be undone.`,
  },
};

/** The person's own words, and why the order needs approval. */
function Reasons({ card: { items, comments, reasons, canDecide } }: { card: ApprovalCardData }) {
  const quotes = [
    ...new Set([...items.map(({ reason }) => reason), comments].filter((quote): quote is string => Boolean(quote))),
  ];
  return (
    <>
      {quotes.map((quote) => (
        <p key={quote} className={css.quote}>
          “{quote}”
        </p>
      ))}
      <Text size="sm" c="dimmed">
        {canDecide ? 'Needs' : 'Needed'} approval:{' '}
        {reasons.map(({ kind, text }) => (kind === 'product' ? text : lowerFirst(text))).join('; ')}.
      </Text>
    </>
  );
}

/** What was answered at checkout. */
const Answers = ({ card: { answers } }: { card: ApprovalCardData }) =>
  answers.length > 0 && (
    <dl className={css.answers}>
      {answers.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );

/** What is left of the budgets that the order takes from. */
function Budgets({ card: { budgets, currencyCode } }: { card: ApprovalCardData }) {
  if (budgets.length === 0) return null;
  return (
    <div className={css.budgets}>
      {budgets.map(({ label, unit, owed, usedBefore, inOrder, left }) => {
        const format = (amount: number) => formatAmount(amount, unit, currencyCode);
        return (
          <p key={`${label}-${unit}`}>
            {label}: {owed !== null && unit === 'points' ? formatNumber(inOrder) : format(inOrder)}
            {owed !== null && ` of ${format(owed)}`} used by this order
            {usedBefore > 0 && `, ${format(usedBefore)} before`}.
            {left !== null && ` ${unit === 'points' ? formatNumber(left) : format(left)} left.`}
          </p>
        );
      })}
    </div>
  );
}
