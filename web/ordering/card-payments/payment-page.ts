import { paths, queryString } from '#web/app/paths.ts';
import type { PaymentVisit } from './payment-words.ts';

/** The page of an order as the person sees it who comes from the payment page, or goes back from it. */
export const pathAfterPayment = (orderId: number, visit: PaymentVisit): string =>
  paths.order(orderId) + queryString({ payment: visit });

/** Leaves the portal for the page of the payment provider. Only addresses of the web: what the server sent is not run as a script. */
export function openPaymentPage(redirectUrl: string): void {
  const { protocol } = new URL(redirectUrl, location.href);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('The address of the payment page is not valid.');
  location.assign(redirectUrl);
}
