import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDate, formatDateTime, lowerFirst } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './order-page.module.css';
import { listHistory, type Order } from './timeline.ts';

/**
 * Approval status of the order, with the reasons and who decides. Renders nothing if no approval is needed, it has been granted, or the order was
 * cancelled while it waited.
 */
export function ApprovalNotice({ order }: { order: Order }) {
  const { approval } = order;
  if (!approval) return null;
  const by = approval.byName ? ` by ${approval.byName}` : '';
  const on = approval.closedOnUtc ? ` on ${formatDateTime(approval.closedOnUtc)}` : '';
  const reason = approval.rejectReason && (
    <Text mt={4} className={css.note}>
      {approval.rejectReason}
    </Text>
  );
  switch (approval.status) {
    case 'requested':
      return (
        <Notice
          tone="warning"
          actions={
            order.approvalAllowed && (
              <Button
                component={Link}
                size="compact-sm"
                to={paths.approvals({ order: order.id })}
                state={{ seen: order.fingerprint }}
              >
                Decide
              </Button>
            )
          }
        >
          <strong>This order is waiting for approval.</strong> The garments are reserved, and nothing is sent until it is
          approved.
          {approval.reasons.length > 0 && (
            <Text mt={4} className={css.note}>
              Why: {approval.reasons.map(lowerFirst).join('; ')}.
            </Text>
          )}
          <Text mt={4} className={css.note}>
            {describeDeciders(approval)}
          </Text>
        </Notice>
      );
    case 'rejected':
      return (
        <Notice tone="danger">
          <strong>
            This order was not approved{by}
            {on}.
          </strong>
          {reason}
        </Notice>
      );
    case 'sentBack':
      return (
        <Notice
          tone="danger"
          actions={
            order.replacedByOrderId !== null && (
              <Button component={Link} variant="default" size="compact-sm" to={paths.order(order.replacedByOrderId)}>
                View order {order.replacedByOrderId}, which replaces it
              </Button>
            )
          }
        >
          <strong>
            This order was sent back{by}
            {on}.
          </strong>{' '}
          {order.replacedByOrderId === null &&
            `Its garments are back in the cart of ${order.customer.firstName} ${order.customer.lastName}, where they can be changed and ordered again.`}
          {reason}
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="danger">
          <strong>No one decided on this order in time, so it was cancelled{on}.</strong> To get the garments, order them again.
        </Notice>
      );
    default:
      return null;
  }
}

/** "Ana Lima or Ben Moss decides. If no one does by 23 December 2026, the order is cancelled." */
function describeDeciders({ deciderNames, expiresOnUtc }: NonNullable<Order['approval']>): string {
  const named = deciderNames.slice(0, MAX_NAMED);
  const names = deciderNames.length > MAX_NAMED ? [...named, 'someone else'] : named;
  const decision = names.length > 0 ? `${either.format(names)} decides. ` : '';
  return `${decision}If no one decides by ${formatDate(expiresOnUtc)}, the order is cancelled.`;
}

const MAX_NAMED = 3;
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The comment made when the order was placed. */
export const OrderComment = ({ order }: { order: Order }) =>
  order.comments ? (
    <Card title="Comment">
      <p className={css.note}>{order.comments}</p>
    </Card>
  ) : null;

/** What was answered at checkout; nothing where nothing was. */
export const OrderAnswers = ({ order }: { order: Order }) =>
  order.checkoutAttributeDescription ? (
    <Card title="Answers">
      <p className={css.note}>{order.checkoutAttributeDescription}</p>
    </Card>
  ) : null;

/** What has happened to the order, oldest first. */
export const OrderHistory = ({ order }: { order: Order }) => (
  <Card title="History">
    <Stack component="ol" gap="sm" role="list">
      {listHistory(order).map(({ key, atUtc, text }) => (
        <li key={key}>
          <Text size="sm" c="dimmed">
            {formatDateTime(atUtc)}
          </Text>
          <p className={css.note}>{text}</p>
        </li>
      ))}
    </Stack>
  </Card>
);
