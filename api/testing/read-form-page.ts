import { decodeHTMLAttribute } from 'entities';

/** A form as a browser finds it in a page. */
export interface FoundForm {
  action: string | undefined;
  method: string | undefined;
  target: string | undefined;
  charset: string | undefined;
  fields: [name: string, value: string][];
}

/** The attributes of a tag, their references decoded once, as browsers do. */
const readAttributes = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/\s([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decodeHTMLAttribute(value)]),
  );

/** Reads the only form of a page, without anything of what wrote it. Throws when there are several or none. */
export function readFormPage(page: string): FoundForm {
  const [form = '', ...others] = page.match(/<form[^>]*>/g) ?? [];
  if (form === '' || others.length > 0) throw new Error('The page does not have one form.');
  const { action, method, target, 'accept-charset': charset } = readAttributes(form);
  const inside = page.slice(page.indexOf(form), page.indexOf('</form>'));
  const inputs = (inside.match(/<input[^>]*>/g) ?? []).map(readAttributes);
  return { action, method, target, charset, fields: inputs.map(({ name = '', value = '' }) => [name, value]) };
}
