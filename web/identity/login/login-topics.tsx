import { RichText } from '#web/ui/content/rich-text.tsx';
import css from './login-page.module.css';

/**
 * The brand's texts below the log-in. The server writes them into each page (`api/content/topics/login-topics.actions.ts`): where the prerendered log-in shows them,
 * and in a template, so that nothing moves when the scripts have loaded.
 */
export function LoginTopics() {
  const html = typeof document === 'undefined' ? '__LOGIN_TOPICS__' : document.getElementById('login-topics')?.innerHTML;
  return html ? (
    <div className={css.topics}>
      <RichText html={html} />
    </div>
  ) : null;
}
