/** HTML that is safe to send: created by `html`, which escapes every value. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const escapeHtml = (value: string) =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

type Value = string | number | Html | readonly Html[] | null | undefined;

function render(value: Value): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((item: Html) => item.text).join('');
  return escapeHtml(String(value));
}

/** Tagged template for mails and their pages: values are data, never markup. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.map((part, index) => part + (index < values.length ? render(values[index]) : '')).join(''));
}

/**
 * A value as one line for a subject, a recipient or a sentence: without line breaks and other control characters, and without
 * the marks that change the direction of the following text.
 */
export const oneLine = (text: string) =>
  text
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
