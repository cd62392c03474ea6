import { PageHeader } from '../ui/page-header.tsx';

/** Place of the page until it is written. */
export const CartPage = () => <PageHeader title="Cart" />;
