import { PortalTopics } from '#web/app/topics/portal-topics.tsx';
import { NewsCard } from '../announcements/news-card.tsx';
import css from './news-and-topics.module.css';

/** What organisation and supplier have to say on a home page, side by side where there is room; nothing where there is neither. */
export const NewsAndTopics = () => (
  <div className={css.parts}>
    <NewsCard />
    <PortalTopics location="home" />
  </div>
);
