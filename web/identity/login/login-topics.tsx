import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { topicsQuery } from '#web/app/topics/topics.ts';
import { RichText } from '#web/ui/content/rich-text.tsx';
import css from './login-page.module.css';

/** Where the server writes the topics into the prerendered page; see `login-topics.actions.ts` of the API. */
const PLACEHOLDER = '__LOGIN_TOPICS__';

/**
 * The brand's texts below the log-in. The server writes them into the page of the log-in, so that nothing moves when the scripts have loaded; when the
 * log-in opens from another page, they are fetched.
 */
export function LoginTopics() {
  const [written] = useState(readWritten);
  const { data } = useQuery({ ...topicsQuery('login'), enabled: written === undefined });
  const html = written ?? data?.topics.map(({ title, body }) => toHtml(title, body)).join('') ?? '';
  return html === '' ? null : (
    <div className={css.topics}>
      <RichText html={html} />
    </div>
  );
}

/** What the server has written into this page; undefined if it was another one. */
function readWritten(): string | undefined {
  if (typeof document === 'undefined') return PLACEHOLDER;
  return document.querySelector<HTMLTemplateElement>('template#login-topics')?.innerHTML;
}

function toHtml(title: string | null, body: string | null): string {
  const heading = document.createElement('h2');
  heading.textContent = title;
  return (title === null ? '' : heading.outerHTML) + (body ?? '');
}
