import { Client } from 'pg';
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
  refunded_minor: string;
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
    received_minor, refunded_minor, created_at, expires_at
  from card_payment where brand_id = $1 and provider = 'simulated' and session_reference is not null order by id`;

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
      paidAt: row.received_minor === null ? null : row.created_at,
      reason: row.state === 'failed' ? 'The bank declined the card.' : null,
    };
    program.ledger.restore(session, { key: `${row.order_id}-${row.attempt}`, refunded: Number(row.refunded_minor) });
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
