import type { ApiCall, ApiReply } from './api.ts';
import type { Merchant, RefundMode } from './ledger.ts';
import type { PaymentProviderProgram } from './program.ts';
import type { DeliveryMode, WebhookMessage } from './webhooks.ts';

const describe = ({ id, type, state, attempts }: WebhookMessage) => ({ id, type, state, attempts });

/** What a switch of the program can be set to. */
interface Switches {
  webhooks?: DeliveryMode;
  /** How often each webhook is sent. */
  copies?: number;
  delayMs?: number;
  refunds?: RefundMode;
  down?: boolean;
}

/** What happens to a session. */
interface SessionStep {
  step: 'pay' | 'decline' | 'expire' | 'dispute';
  /** For `pay`; what was asked for unless given. */
  amount?: number;
}

/** The messages to deliver, in this order; all that are held unless given. */
interface Delivery {
  ids?: string[];
}

/** Answers what tests and demonstrations ask of the provider besides what a merchant does. */
export async function answerControl(
  program: PaymentProviderProgram,
  merchant: Merchant,
  { method, url, input }: ApiCall,
): Promise<ApiReply> {
  const { ledger, webhooks } = program;
  const done: ApiReply = { status: 200, body: {} };
  const own = webhooks.messages.filter((message) => message.merchant === merchant);
  const [, sessionId] = /^\/control\/sessions\/(\w{1,60})$/.exec(url.pathname) ?? [];
  const [, refundId] = /^\/control\/refunds\/(\w{1,60})$/.exec(url.pathname) ?? [];
  if (method === 'GET' && url.pathname === '/control/webhooks') return { status: 200, body: { webhooks: own.map(describe) } };
  if (method !== 'POST') return { status: 404, body: {} };
  if (url.pathname === '/control/switches') {
    const switches = input as Switches;
    webhooks.mode = switches.webhooks ?? webhooks.mode;
    webhooks.copies = switches.copies ?? webhooks.copies;
    webhooks.delayMs = switches.delayMs ?? webhooks.delayMs;
    ledger.refundMode = switches.refunds ?? ledger.refundMode;
    program.isDown = switches.down ?? program.isDown;
    return done;
  }
  if (url.pathname === '/control/webhooks/deliver') {
    const { ids } = input as Delivery;
    const chosen = ids
      ? ids.flatMap((id) => own.find((message) => message.id === id) ?? [])
      : own.filter(({ state }) => state === 'held');
    return { status: 200, body: { statuses: await webhooks.deliver(chosen) } };
  }
  if (sessionId !== undefined) {
    const session = ledger.get(merchant, sessionId);
    const { step, amount } = input as SessionStep;
    if (step === 'pay') ledger.pay(session, amount);
    if (step === 'decline') ledger.decline(session, 'The bank declined the card.');
    if (step === 'expire') ledger.expire(session);
    if (step === 'dispute') ledger.dispute(session);
    return done;
  }
  const refund = ledger.refunds.get(refundId ?? '');
  if (refund?.session.merchant !== merchant) return { status: 404, body: {} };
  ledger.settleRefund(refund, (input as { status: 'done' | 'refused' }).status);
  return done;
}
