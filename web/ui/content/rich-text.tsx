import css from './rich-text.module.css';

/**
 * Text with paragraphs, headings, lists, links, tables and pictures that comes from our own server as HTML.
 *
 * This is the only place that puts HTML into a page. It is safe because the server lets nothing else through: descriptions pass sanitize-html before they are
 * stored, and what is published (topics, news) when it is saved and again when it is sent (`api/content/html/`): a short list of elements, no scripts, no event
 * handlers, no styles, no addresses that run anything. The pages' security policy refuses inline scripts besides. Never give it anything that a person has just
 * typed, or that comes from another host; a preview of what is typed comes from the server too.
 */
export const RichText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, see above
  <div className={css.text} dangerouslySetInnerHTML={{ __html: html }} />
);
