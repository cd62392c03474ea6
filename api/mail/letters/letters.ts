import type { Links } from '../links.ts';
import type { MailData, MailSecrets, MailTemplate } from '../mails.ts';
import type { Letter } from '../parts.ts';

/** What a template makes its letter of. */
export interface Occasion<T extends MailTemplate> {
  data: MailData<T>;
  secrets: MailSecrets<T>;
  recipient: string;
  company: string;
  links: Links;
}

/** A template: a plain function from what happened to what is written about it. */
export type LetterOf<T extends MailTemplate> = (occasion: Occasion<T>) => Letter;
