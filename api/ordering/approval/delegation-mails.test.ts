import { describe, expect, it } from 'vitest';
import { composeMail } from '#api/platform/mail/compose.ts';
import { MAIL_SAMPLES, type MailName } from '#api/testing/mail-samples.ts';

const compose = (template: MailName, changes: object): string => {
  const { definition, data } = MAIL_SAMPLES[template];
  const brand = { id: 1, name: 'alder', companyName: 'Alder & Vane', canonicalOrigin: 'https://alder.example' };
  const rest = {
    termsUrl: null,
    privacyUrl: null,
    captchaEnabled: false,
    captchaPublicKey: null,
    helpEmail: null,
    helpPhone: null,
    helpText: null,
  };
  return composeMail({ ...brand, ...rest }, definition, {
    recipient: 'ann@hallam.example',
    data: { ...data, ...changes },
    secrets: undefined,
  }).text;
};

describe('mails about delegation', () => {
  it('name the approver once where they delegate themselves', () => {
    const mail = { isDelegate: true, approverName: 'Ann Ash', delegateName: 'Ben Marsh', period: 'on 12 December 2026' };

    expect(compose('approval-delegated', { ...mail, by: null })).toContain(
      'Ann Ash has asked you to approve orders in their place on 12 December 2026.',
    );
    expect(compose('approval-delegated', { ...mail, by: 'Mary Low' })).toContain(
      'Mary Low has asked you to approve orders in Ann Ash’s place on 12 December 2026.',
    );
  });
});
