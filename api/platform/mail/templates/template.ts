import type { MailContent } from '../blocks.ts';
import type { MailLinks } from '../links.ts';
import type { MailData, MailSecrets, MailTemplateName } from '../mails.ts';

/** What a template makes its letter of. */
export interface TemplateInput<T extends MailTemplateName> {
  data: MailData<T>;
  secrets: MailSecrets<T>;
  recipient: string;
  company: string;
  links: MailLinks;
}

/** A template: a plain function from what happened to what is written about it. */
export type Template<T extends MailTemplateName> = (occasion: TemplateInput<T>) => MailContent;
