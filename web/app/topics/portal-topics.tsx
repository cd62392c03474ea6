import { useQuery } from '@tanstack/react-query';
import type { TopicLocation } from '#contract/content/topics.ts';
import { RichText } from '#web/ui/content/rich-text.tsx';
import css from './portal-topics.module.css';
import { type Topic, topicsQuery } from './topics.ts';

interface Props {
  location: TopicLocation;
  /** Without panels around them, in small type. */
  plain?: boolean;
}

/** The supplier's texts at a place of the portal, one below the other; nothing where there are none. */
export function PortalTopics({ location, plain }: Props) {
  const { data } = useQuery(topicsQuery(location));
  if (!data || data.topics.length === 0) return null;
  return <TopicTexts topics={data.topics} plain={plain} />;
}

/** Texts as a place shows them. */
export function TopicTexts({
  topics,
  plain,
}: {
  topics: readonly Pick<Topic, 'id' | 'title' | 'body'>[];
  plain?: boolean | undefined;
}) {
  return (
    <div className={css.topics} data-plain={plain || undefined} data-wide>
      {topics.map(({ id, title, body }) => (
        <section key={id} className={css.topic} aria-label={title ?? undefined}>
          {title && <h2 className={css.title}>{title}</h2>}
          {body && <RichText html={body} />}
        </section>
      ))}
    </div>
  );
}
