import type { LinkSecrets } from './mails.ts';

/** Where mails lead to. */
export interface MailLinks {
  home: string;
  passwordRecovery: string;
  registrations: string;
  order(id: number): string;
  /** Sets the first password of an account. */
  activation(email: string, token: string): string;
  resetPassword(email: string, token: string): string;
}

/** All links of mails. They start with the brand's stored origin: a header of a request could be anybody's. */
export function createLinks(origin: string): MailLinks {
  const link = (path: string, query: Record<string, string> = {}) => {
    const url = new URL(path, origin);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  };
  return {
    home: link('/'),
    passwordRecovery: link('/passwordrecovery'),
    registrations: link('/index/registrations'),
    order: (id) => link(`/index/orders/${id}`),
    activation: (email, token) => link('/userActivation', { email, token }),
    resetPassword: (email, token) => link('/resetpassword', { email, token }),
  };
}

/** Whose account a link is about. */
export const getLinkEmail = (secrets: LinkSecrets, recipient: string) => secrets.email ?? recipient;
