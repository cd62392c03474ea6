import { useQuery } from '@tanstack/react-query';
import type { TopicLocation } from '#contract/content/topics.ts';
import { RichText } from '#web/ui/content/rich-text.tsx';
import css from './portal-topics.module.css';
import { topicsQuery } from './topics.ts';

interface Props {
  location: TopicLocation;
  /** Without panels around them, in small type. */
  plain?: boolean;
}

/** The supplier's texts at a place of the portal, one below the other; nothing where there are none. */
export function PortalTopics({ location, plain }: Props) {
  const { data } = useQuery(topicsQuery(location));
  if (!data || data.topics.length === 0) return null;
  return (
    <div className={css.topics} data-plain={plain || undefined} data-wide>
      {data.topics.map(({ id, title, body }) => (
        <section key={id} className={css.topic} aria-label={title ?? undefined}>
          {title && <h2 className={css.title}>{title}</h2>}
          {body && <RichText html={body} />}
        </section>
      ))}
    </div>
  );
}
