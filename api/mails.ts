import { documentExpiryMail } from './content/documents/document-expiry-mails.ts';
import { emailChangeMails } from './identity/emails/email-change-mails.ts';
import { secondFactorChangedMail } from './identity/login/second-factor-mails.ts';
import { operatorMails } from './identity/operators/operator-mails.ts';
import { passwordMails } from './identity/passwords/password-mails.ts';
import { webhookChangedMail, webhookPausedMail } from './integrations/webhooks/webhook-mails.ts';
import { approvalDeadlineMails } from './ordering/approval/approval-deadline-mails.ts';
import { approvalRequestedMail } from './ordering/approval/approval-mails.ts';
import { delegationMails } from './ordering/approval/delegation-mails.ts';
import { cardPaymentMails } from './ordering/card-payments/card-payment-mails.ts';
import { rejectedPaymentMail } from './ordering/card-payments/operators/rejected-payment-mail.ts';
import { receiptMail } from './ordering/card-payments/receipts/receipt-mails.ts';
import { disputeMail } from './ordering/card-payments/refunds/dispute-mails.ts';
import { orderPlacedMail } from './ordering/checkout/order-mails.ts';
import { orderedForYouMail } from './ordering/checkout/ordered-for-you-mail.ts';
import { decisionMails } from './ordering/decisions/decision-mails.ts';
import { fulfilmentMails } from './ordering/fulfilment/fulfilment-mails.ts';
import { invoiceMail } from './ordering/invoices/invoice-mails.ts';
import { madeToMeasureMails } from './ordering/made-to-measure/made-to-measure-mails.ts';
import { orderChangeMails } from './ordering/order-changes/order-change-mails.ts';
import { proofMails } from './ordering/proofs/proof-mails.ts';
import { quoteMails } from './ordering/quotes/mails/quote-mails.ts';
import { salesMails } from './ordering/quotes/mails/sales-mails.ts';
import { returnMails } from './ordering/returns/return-mails.ts';
import { stockNoticeMail } from './ordering/stock-notices/stock-notice-mails.ts';
import { entitlementRequestMails } from './people/entitlement-requests/entitlement-request-mails.ts';
import { impersonationNoticeMail } from './people/impersonation/impersonation-mails.ts';
import { invitationMails } from './people/invitations/invitation-mails.ts';
import { optedOutByLinkMail, optOutConfirmedMail } from './people/person/opt-out-mails.ts';
import { registrationMails } from './people/registration/registration-mails.ts';
import { timeRequestMails } from './people/time-requests/time-request-mails.ts';
import type { AnyMailDefinition } from './platform/mail/mail-definition.ts';
import { erasureRequestedMail } from './privacy/erasure/erasure-mails.ts';

/** All kinds of mail that the areas define. */
export const mailDefinitions: readonly AnyMailDefinition[] = [
  ...passwordMails,
  ...invitationMails,
  ...emailChangeMails,
  ...registrationMails,
  secondFactorChangedMail,
  ...operatorMails,
  orderPlacedMail,
  ...cardPaymentMails,
  orderedForYouMail,
  ...orderChangeMails,
  ...fulfilmentMails,
  invoiceMail,
  receiptMail,
  disputeMail,
  rejectedPaymentMail,
  ...approvalDeadlineMails,
  ...delegationMails,
  approvalRequestedMail,
  ...decisionMails,
  ...returnMails,
  ...madeToMeasureMails,
  ...proofMails,
  ...quoteMails,
  ...salesMails,
  stockNoticeMail,
  documentExpiryMail,
  optOutConfirmedMail,
  optedOutByLinkMail,
  ...entitlementRequestMails,
  ...timeRequestMails,
  impersonationNoticeMail,
  erasureRequestedMail,
  webhookChangedMail,
  webhookPausedMail,
];
