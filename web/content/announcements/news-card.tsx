import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { newsQuery } from './news.ts';
import { NewsList } from './news-list.tsx';

/** Announcements on a page that shows other things too. */
const MAX_ON_CARD = 3;

/** The newest announcements for the person. Nothing while they are loaded, and without any: other parts of the page matter more. */
export function NewsCard() {
  const { data } = useQuery(newsQuery);
  const items = data?.tweets ?? [];
  if (items.length === 0) return null;
  return (
    <Card title="News" action={items.length > MAX_ON_CARD && <Link to={paths.news()}>Show all news</Link>}>
      <NewsList items={items.slice(0, MAX_ON_CARD)} />
    </Card>
  );
}
