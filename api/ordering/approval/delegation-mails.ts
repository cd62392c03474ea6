import { button, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** `period` as people read it: `from 12 December 2026 to 14 December 2026`. */
interface DelegationMail {
  firstName: string;
  /** Whether the recipient is the delegate; else they are the approver. */
  isDelegate: boolean;
  approverName: string;
  delegateName: string;
  period: string;
  /** Name of the administrator who did it; null when the approver did. */
  by: string | null;
}

/** Sent to the approver and to the delegate. */
export const approvalDelegatedMail = defineMail<DelegationMail>({
  name: 'approval-delegated',
  compose: ({ data: { firstName, isDelegate, approverName, delegateName, period, by }, link }) => {
    const title = isDelegate ? `You now approve orders for ${approverName}` : `${delegateName} now approves orders for you`;
    return {
      subject: title,
      preview: isDelegate
        ? `You approve orders in place of ${approverName} ${period}.`
        : `Your approvals are delegated ${period}.`,
      title,
      blocks: [
        greeting(firstName),
        paragraph(
          isDelegate
            ? `${by ?? approverName} has asked you to approve orders in ${by === null ? 'their' : `${approverName}’s`} place ${period}.`
            : `${by === null ? 'You have' : `${by} has`} asked ${delegateName} to approve orders in your place ${period}. You can end this at any time.`,
        ),
        button('See delegations', link('/index/approvals/delegations')),
      ],
    };
  },
});

/** Sent to the approver and to the delegate. */
export const delegationEndedMail = defineMail<DelegationMail>({
  name: 'approval-delegation-ended',
  compose: ({ data: { firstName, isDelegate, approverName, delegateName, period, by }, link }) => {
    const title = isDelegate
      ? `You no longer approve orders for ${approverName}`
      : `${delegateName} no longer approves orders for you`;
    return {
      subject: title,
      preview: 'The delegation has ended.',
      title,
      blocks: [
        greeting(firstName),
        paragraph(
          isDelegate
            ? `You were asked to approve orders in place of ${approverName} ${period}. ${by ?? approverName} has ended this.`
            : `${delegateName} was asked to approve orders in your place ${period}. ${by === null ? 'You have' : `${by} has`} ended this. You approve them again.`,
        ),
        button('See delegations', link('/index/approvals/delegations')),
      ],
    };
  },
});

export const delegationMails = [approvalDelegatedMail, delegationEndedMail];
