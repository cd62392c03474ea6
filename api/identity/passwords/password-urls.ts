import type { LinkSecrets, MailInput } from '#api/platform/mail/mail-definition.ts';

type UrlInput = Pick<MailInput<object, LinkSecrets>, 'link' | 'secrets' | 'recipient'>;

const urlOf = (path: string, { link, secrets, recipient }: UrlInput) =>
  link(path, { email: secrets.email ?? recipient, token: secrets.token });

/** The page where an account gets its first password. */
export const activationUrl = (input: UrlInput): string => urlOf('/userActivation', input);

/** The page where a forgotten password is replaced. */
export const resetPasswordUrl = (input: UrlInput): string => urlOf('/resetpassword', input);
