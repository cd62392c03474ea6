import { PageHeader } from '../ui/page-header.tsx';

export const HomePage = () => <PageHeader title="Home" />;
