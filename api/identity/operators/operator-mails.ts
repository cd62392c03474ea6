import { button, formatCount, formatUtcDateTime, greeting, note, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail, type LinkSecrets } from '#api/platform/mail/mail-definition.ts';
import { apiKeyExpiryMail, describeAccess, type GivenAccess, operatorAccessNoticeMail } from './operator-notice-mails.ts';

/** The page where an operator sets a password. */
export const OPERATOR_PASSWORD_PATH = '/operator/set-password';

/** `isNew` for an operator who has had no password yet. */
export const operatorInvitationMail = defineMail<{ name: string; validDays: number; isNew: boolean }, LinkSecrets>({
  name: 'operator-invitation',
  needsSecrets: true,
  compose: ({ data: { name, validDays, isNew }, secrets, recipient, company, link }) => ({
    subject: isNew ? 'Set up your operator account' : 'Set a new password for your operator account',
    preview: `The link works once, within ${formatCount(validDays, 'day')}.`,
    title: isNew ? 'Set up your operator account' : 'Set a new password',
    blocks: [
      greeting(name),
      paragraph(
        isNew
          ? `You now have an account as an operator of ${company}. Set a password first. When you log in with it, you set up an authenticator app on your phone.`
          : `Use this link to set a new password for your operator account ${recipient}. You log in with it and a code from your authenticator app.`,
      ),
      button('Set your password', link(OPERATOR_PASSWORD_PATH, { token: secrets.token })),
      note(
        `The link works once, within ${formatCount(validDays, 'day')}, and until you are sent another one. Do not forward this email: with the link, anyone can set your password.`,
      ),
    ],
  }),
});

/** What changed about the access of an operator. */
export type OperatorAccessChange =
  | 'password'
  | 'second-factor-set'
  | 'recovery-codes'
  | 'second-factor-reset'
  | 'disabled'
  | 'enabled'
  | 'access';

const CHANGES: Record<OperatorAccessChange, { title: string; text: string }> = {
  password: {
    title: 'Your operator password was changed',
    text: 'The password of your operator account was changed. All other sessions have ended.',
  },
  'second-factor-set': {
    title: 'Your authenticator app was set up',
    text: 'From now on, you need a code from the authenticator app that was just set up to log in as an operator. Codes of an earlier app and earlier recovery codes no longer work.',
  },
  'recovery-codes': {
    title: 'You have new recovery codes',
    text: 'New recovery codes were created for your operator account. The earlier ones no longer work.',
  },
  'second-factor-reset': {
    title: 'Your second factor was reset',
    text: 'Your authenticator app, recovery codes and passkeys no longer work, and your sessions have ended. Log in with your password to set up an app again.',
  },
  disabled: { title: 'Your operator account was disabled', text: 'You can no longer log in as an operator.' },
  enabled: { title: 'Your operator account was enabled', text: 'You can log in as an operator again.' },
  access: { title: 'Your operator rights were changed', text: 'The brands or the rights of your operator account were changed.' },
};

/**
 * `by` is the name of the operator who made the change, or what did; null for the recipient. `whenUtc` is ISO 8601 in UTC. `access` is what the
 * operator has after a change of it.
 */
export const operatorAccessChangedMail = defineMail<{
  name: string;
  change: OperatorAccessChange;
  by: string | null;
  whenUtc: string;
  access?: GivenAccess;
}>({
  name: 'operator-access-changed',
  compose: ({ data, link }) => {
    const { title, text } = CHANGES[data.change];
    return {
      subject: title,
      preview: `On ${formatUtcDateTime(data.whenUtc)}. If this is unexpected, tell another operator.`,
      title,
      blocks: [
        greeting(data.name),
        paragraph(text),
        ...(data.access ? [paragraph(describeAccess(data.access))] : []),
        paragraph(`${data.by === null ? 'Changed' : `Changed by ${data.by}`} on ${formatUtcDateTime(data.whenUtc)}.`),
        paragraph('If you did not expect this, tell another operator immediately. They can disable the account.'),
        button('Open your account', link('/operator/account')),
      ],
    };
  },
});

/** What happened to a passkey: the name that its owner gave it, and the host on which it works. */
export interface PasskeyChange {
  change: 'added' | 'removed';
  passkey: string;
  host: string;
}

export const operatorPasskeyMail = defineMail<PasskeyChange & { name: string; whenUtc: string }>({
  name: 'operator-passkey',
  compose: ({ data: { name, change, passkey, host, whenUtc }, link }) => ({
    subject: `A passkey was ${change}`,
    preview: `On ${formatUtcDateTime(whenUtc)}. If this is unexpected, tell another operator.`,
    title: `A passkey was ${change}`,
    blocks: [
      greeting(name),
      paragraph(
        change === 'added'
          ? `The passkey “${passkey}” was added to your operator account on ${formatUtcDateTime(whenUtc)}. With it you can log in at ${host} without your password and a code.`
          : `The passkey “${passkey}” for ${host} was removed from your operator account on ${formatUtcDateTime(whenUtc)}. It no longer works, and your other sessions have ended.`,
      ),
      paragraph('If you did not expect this, tell another operator immediately. They can disable the account.'),
      button('Open your account', link('/operator/account')),
    ],
  }),
});

export const operatorMails = [
  operatorInvitationMail,
  operatorAccessChangedMail,
  operatorAccessNoticeMail,
  apiKeyExpiryMail,
  operatorPasskeyMail,
];
