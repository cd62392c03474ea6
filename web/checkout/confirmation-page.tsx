import { PageHeader } from '../ui/page-header.tsx';

/** Place of the page until it is written. */
export const ConfirmationPage = () => <PageHeader title="Confirmation" />;
