import { lazy, Suspense, useState } from 'react';
import { RichText } from '#web/ui/content/rich-text.tsx';
import css from './login-page.module.css';

const FetchedTopics = lazy(async () => ({ default: (await import('./fetched-topics.tsx')).FetchedTopics }));

/**
 * The brand's texts below the log-in. The server writes them into the page of the log-in (`api/content/topics/login-topics.actions.ts`), so that nothing moves when
 * the scripts have loaded; when the log-in opens from another page, they are fetched.
 */
export function LoginTopics() {
  const [written] = useState(() =>
    // In the prerendered page, the server replaces it.
    typeof document === 'undefined'
      ? '__LOGIN_TOPICS__'
      : document.querySelector<HTMLTemplateElement>('#login-topics')?.innerHTML,
  );
  if (written === '') return null;
  return written === undefined ? (
    <Suspense>
      <FetchedTopics className={css.topics} />
    </Suspense>
  ) : (
    <div className={css.topics}>
      <RichText html={written} />
    </div>
  );
}
