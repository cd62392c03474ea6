import { useQuery } from '@tanstack/react-query';
import { topicsQuery } from '#web/app/topics/topics.ts';
import { RichText } from '#web/ui/content/rich-text.tsx';

/** The brand's texts below the log-in, where the server has not written them into the page. */
export function FetchedTopics({ className }: { className: string | undefined }) {
  const { data } = useQuery(topicsQuery('login'));
  const html = data?.topics.map(({ title, body }) => toHtml(title, body)).join('') ?? '';
  return html === '' ? null : (
    <div className={className}>
      <RichText html={html} />
    </div>
  );
}

function toHtml(title: string | null, body: string | null): string {
  const heading = document.createElement('h2');
  heading.textContent = title;
  return (title === null ? '' : heading.outerHTML) + (body ?? '');
}
