import type { Brand } from '../http/hosts.ts';
import { type RenderedMail, renderLayout } from './layout.ts';
import type { AnyMailDefinition } from './mail-definition.ts';
import { createMailTheme } from './mail-theme.ts';

/** The stored input of a mail, besides its definition. */
export interface MailPayload {
  recipient: string;
  data: object;
  secrets: unknown;
}

/** Builds URLs from a stored origin: the Host header of a request cannot be trusted. */
export const createLink =
  (origin: string) =>
  (path: string, query: Record<string, string> = {}): string => {
    const url = new URL(path, origin);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  };

/** Composes a mail: subject, HTML and text, in the brand's design and with links to the brand's own host. */
export function composeMail(
  brand: Brand,
  definition: AnyMailDefinition,
  { recipient, data, secrets }: MailPayload,
): RenderedMail {
  const content = definition.compose({
    data: data as never,
    secrets: secrets as never,
    recipient,
    company: brand.companyName,
    link: createLink(brand.canonicalOrigin),
  });
  return renderLayout(content, createMailTheme(brand));
}
