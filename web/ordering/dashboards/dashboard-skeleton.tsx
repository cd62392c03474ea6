import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import figures from './cards/figures.module.css';
import css from './dashboard-page.module.css';

/** The page in outline, until it is known what its address means. */
export const DashboardSkeleton = () => (
  <Loading label="Loading figures">
    <div className={`${css.page} ${css.loading}`}>
      <div className={figures.figures}>
        {['Ordered', 'Orders', 'Shipped', 'Not shipped yet'].map((label) => (
          <Card key={label} className={figures.figure}>
            <SkeletonBlock height={88} />
          </Card>
        ))}
      </div>
      <div className={css.grid}>
        <Card data-width="broad">
          <SkeletonBlock height={360} />
        </Card>
        <Card>
          <SkeletonBlock height={360} />
        </Card>
      </div>
    </div>
  </Loading>
);
