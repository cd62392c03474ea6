import { PageHeader } from '../ui/page-header.tsx';

/** Place of the page until it is written. */
export const ProductsPage = () => <PageHeader title="Products" />;

/** The same list, in which a product opens as a dialog. */
export const ProductsModalPage = () => <PageHeader title="Products" />;
