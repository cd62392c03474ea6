import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { paths } from '../paths.ts';
import { findLandingPage } from '../session/landing.ts';
import { useCaller } from '../session/profile.ts';
import { useWaitingOrderCount } from './approvals.ts';
import css from './waiting-approvals.module.css';

/** Says on the page where someone begins how many orders wait for their decision. Home has them among its cards. */
export function WaitingApprovals({ pathname }: { pathname: string }) {
  const caller = useCaller();
  const waiting = useWaitingOrderCount();
  if (!caller || !waiting || pathname === paths.home() || pathname !== findLandingPage(caller)) return null;
  return (
    <div className={css.notice}>
      <Notice
        actions={
          <Button component={Link} to={paths.approvals()} size="compact-md" variant="default">
            Review {plural(waiting, 'order')}
          </Button>
        }
      >
        <Text>{waiting === 1 ? '1 order needs' : `${plural(waiting, 'order')} need`} your approval.</Text>
      </Notice>
    </div>
  );
}
