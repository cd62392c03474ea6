import { useId } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { formatDate } from '#web/ui/format/format.ts';
import { isPortalPath, isSecureAddress } from '../safe-links.ts';
import type { NewsItem } from './news.ts';
import css from './news-list.module.css';

/** Announcements with their dates and links. */
export const NewsList = ({ items }: { items: readonly NewsItem[] }) => (
  <ul className={css.list}>
    {items.map((item) => (
      <Item key={item.id} item={item} />
    ))}
  </ul>
);

function Item({ item: { text, createdOnUtc, url } }: { item: NewsItem }) {
  const textId = useId();
  return (
    <li className={css.item}>
      <time className={css.date} dateTime={createdOnUtc}>
        {formatDate(createdOnUtc)}
      </time>
      <p className={css.text} id={textId}>
        {text}
      </p>
      <More url={url} textId={textId} />
    </li>
  );
}

/** Nothing for an announcement that leads nowhere: its address is then the page with all of them. */
function More({ url, textId }: { url: string; textId: string }) {
  if (isPortalPath(url) && url !== paths.news())
    return (
      <Link to={url} aria-describedby={textId}>
        Read more
      </Link>
    );
  if (isSecureAddress(url))
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" aria-describedby={textId}>
        Read more on {new URL(url).hostname.replace(/^www\./, '')}
      </a>
    );
  return null;
}
