import { Client } from 'pg';
import { getRefundKey } from '#api/ordering/card-payments/refunds/refund-times.rules.ts';
import type { Session, SessionStatus } from './ledger.ts';
import { demoMerchant } from './payment-provider-rows.ts';
import type { PaymentProviderProgram } from './program.ts';
import { startPaymentProvider } from './server.ts';

interface KeptPayment {
  organisation_id: number;
  order_id: number;
  attempt: number;
  state: string;
  amount_minor: string;
  currency_code: string;
  session_reference: string;
  payment_reference: string | null;
  received_minor: string | null;
  paid_at: Date | null;
  refunds: { id: number; repeats: number; amount: number; reference: string; state: 'sent' | 'done'; at: string }[];
  created_at: Date;
  expires_at: Date;
}

const STATUSES: Readonly<Record<string, SessionStatus>> = {
  open: 'open',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'ended',
};

const SELECT_PAYMENTS = `select organisation_id::int, order_id::int, attempt, state, amount_minor, currency_code, session_reference, payment_reference,
    received_minor, created_at, expires_at, case when received_minor is not null then coalesce((
      select e.occurred_at from card_payment_event e where e.organisation_id = p.organisation_id and e.payment_id = p.id and e.kind = 'paid' order by e.id limit 1),
      p.closed_at, p.created_at) end as paid_at, (
      select coalesce(json_agg(json_build_object('id', f.id, 'repeats', f.repeats, 'amount', f.amount_minor, 'reference', f.refund_reference, 'state', f.state,
        'at', coalesce(f.settled_at, f.created_at)) order by f.id), '[]')
      from card_refund f where f.organisation_id = p.organisation_id and f.payment_id = p.id and f.state in ('sent', 'done') and f.refund_reference is not null) as refunds
  from card_payment p where brand_id = $1 and provider = 'simulated' and session_reference is not null order by id`;

/** The pages of an earlier run, as the portal knows them: the program itself keeps nothing. */
function restore(program: PaymentProviderProgram, merchant: Session['merchant'], rows: KeptPayment[], origin: string): void {
  for (const row of rows) {
    const order = `${origin}/index/orders/${row.order_id}`;
    const session: Session = {
      id: row.session_reference,
      merchant,
      status: STATUSES[row.state] ?? 'paid',
      amount: Number(row.amount_minor),
      currency: row.currency_code,
      description: `Order ${row.order_id}`,
      organisationId: row.organisation_id,
      orderId: row.order_id,
      attempt: row.attempt,
      returnUrl: `${order}?payment=return`,
      cancelUrl: order,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      paymentId: row.payment_reference,
      received: row.received_minor === null ? null : Number(row.received_minor),
      paidAt: row.paid_at,
      reason: row.state === 'failed' ? 'The bank declined the card.' : null,
    };
    program.ledger.restore(
      session,
      `${row.order_id}-${row.attempt}`,
      row.refunds.map((refund) => ({
        id: refund.reference,
        key: getRefundKey(refund),
        amount: refund.amount,
        status: refund.state === 'done' ? ('done' as const) : ('pending' as const),
        createdAt: new Date(refund.at),
      })),
    );
  }
}

/** At the port that was asked for, or at any free one when another program has it. */
async function startAtFreePort(merchant: Session['merchant'], port: number): Promise<PaymentProviderProgram> {
  try {
    return await startPaymentProvider({ merchants: [merchant], port });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    return startPaymentProvider({ merchants: [merchant] });
  }
}

/**
 * Starts the payment provider of the demonstration, for the portal at this address, and writes its own address into the database. Returns undefined where
 * the brand takes no cards by it.
 */
export async function startDemoPaymentProvider(
  databaseUrl: string,
  { portalPort, port }: { portalPort: number; port: number },
): Promise<PaymentProviderProgram | undefined> {
  const { brandId, ...keys } = demoMerchant;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const found = await client.query("select from payment_provider where brand_id = $1 and provider = 'simulated'", [brandId]);
    if (found.rowCount === 0) return undefined;
    const merchant = { ...keys, webhookUrl: `http://localhost:${portalPort}/api/paymentevents/${brandId}` };
    const program = await startAtFreePort(merchant, port);
    const { rows } = await client.query<KeptPayment>(SELECT_PAYMENTS, [brandId]);
    restore(program, merchant, rows, `http://brackwell.localhost:${portalPort}`);
    await client.query('update payment_provider set host = $2 where brand_id = $1', [brandId, program.url]);
    return program;
  } finally {
    await client.end();
  }
}
