import css from './rich-text.module.css';

/**
 * Text with paragraphs, lists and emphasis that comes from our own server as HTML.
 *
 * This is the only place that puts HTML into a page. It is safe because the server lets nothing else through: whatever is
 * written or imported as a description passes sanitize-html before it is stored (a short list of tags, no scripts, no
 * event handlers, no styles), and the pages' security policy refuses inline scripts besides. Never give it anything
 * that a person has just typed, or that comes from another host.
 */
export const RichText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, see above
  <div className={css.text} dangerouslySetInnerHTML={{ __html: html }} />
);
