/** `npm run payment-provider`: a payment provider of our own for tests and demonstrations, without the portal. It moves no money. */
import { startPaymentProvider } from '#demo/payment-provider/server.ts';
import { printDetail } from './console.ts';
import { runUntilStopped } from './lifecycle.ts';

const {
  PORT_PAYMENT_PROVIDER = '3002',
  PAYMENT_PROVIDER_KEY = 'sk_demonstration',
  PAYMENT_PROVIDER_WEBHOOK_SECRET = 'whsec_demonstration',
  PAYMENT_PROVIDER_WEBHOOK_URL = 'http://localhost:3000/api/paymentevents/3',
  PAYMENT_PROVIDER_MERCHANT = 'Brackwell Workwear',
} = process.env;

await runUntilStopped(async (onStop) => {
  const merchant = {
    name: PAYMENT_PROVIDER_MERCHANT,
    secretKey: PAYMENT_PROVIDER_KEY,
    webhookSecret: PAYMENT_PROVIDER_WEBHOOK_SECRET,
    webhookUrl: PAYMENT_PROVIDER_WEBHOOK_URL,
  };
  const program = await startPaymentProvider({ merchants: [merchant], port: Number(PORT_PAYMENT_PROVIDER) });
  onStop(() => program.close());
  printDetail(`secret key ${merchant.secretKey}; webhooks to ${merchant.webhookUrl}`);
  console.log(`The payment provider is ready at ${program.url}`);
});
