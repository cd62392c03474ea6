import type { LinkSecrets, MailInput } from '#api/platform/mail/mail-definition.ts';

type UrlInput = Pick<MailInput<object, LinkSecrets>, 'link' | 'secrets' | 'recipient'>;

const urlOf = (path: string, { link, secrets, recipient }: UrlInput) =>
  link(path, { email: secrets.email ?? recipient, token: secrets.token });

/** Where an account gets its first password. */
export const activationUrl = (input: UrlInput): string => urlOf('/userActivation', input);

/** Where a new password is chosen in place of a forgotten one. */
export const resetPasswordUrl = (input: UrlInput): string => urlOf('/resetpassword', input);
