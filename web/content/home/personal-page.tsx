import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { EmploymentDetails } from '#web/privacy/account/details-card.tsx';
import { useSizingClient, useWearer } from '#web/sizing/stored-body.ts';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LatestOrders } from './latest-orders.tsx';
import css from './personal-page.module.css';

/** A person's size, orders and details: the first page of people who hold no permission for a list of products. */
export function PersonalPage({ title }: { title: string }) {
  const profile = useProfile();
  const { isOwn } = useWearer();
  if (!profile) return null;
  // The size and profile of a person are not shown to someone who orders for them.
  if (!isOwn) {
    return (
      <>
        <PageHeader title={title} />
        <LatestOrders />
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} />
      <div className={css.grid}>
        <SizeCard />
        <div className={css.orders}>
          <LatestOrders />
        </div>
        <Card title="Your details" action={<Link to={paths.profile()}>Your profile</Link>}>
          <Stack gap={14}>
            <EmploymentDetails caller={profile} />
          </Stack>
        </Card>
      </div>
    </>
  );
}

function SizeCard() {
  const { data: known, isPending } = useSizingClient();
  return (
    <Card title="Your size">
      {isPending ? (
        <SkeletonText lines={3} />
      ) : (
        <>
          <p className={css.text}>
            {known?.bodyId
              ? 'Your measurements are saved. Each garment shows the size that is likely to fit you.'
              : 'Enter your height and weight, and each garment shows the size that is likely to fit you.'}
          </p>
          <Button component={Link} to={paths.size()}>
            {known?.bodyId ? 'View your size' : 'Find your size'}
          </Button>
        </>
      )}
    </Card>
  );
}
