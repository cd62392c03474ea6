import { PageHeader } from '../ui/page-header.tsx';

/** Place of the page until it is written. */
export const CheckoutPage = () => <PageHeader title="Checkout" />;
