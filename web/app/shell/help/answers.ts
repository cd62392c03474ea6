import { paths } from '../../paths.ts';
import { getEffectiveProfile, type Profile } from '../../session/profile.ts';

interface Answer {
  question: string;
  answer: string;
  /** Pages that the person may open. */
  links: { to: string; label: string }[];
}

const BROWSERS: Answer = {
  question: 'Which browsers can I use?',
  answer: 'Safari and iOS 16.4, Firefox 121, Chrome 111 and Edge 111, and all newer versions.',
  links: [],
};

const WITHOUT_SESSION: readonly Answer[] = [
  {
    question: 'I have forgotten my password',
    answer: 'Enter your email address and we send you a link to set a new one. If no email arrives, check your spam folder.',
    links: [{ to: paths.passwordRecovery(), label: 'Recover your password' }],
  },
  {
    question: 'I have no password yet',
    answer:
      'Your invitation contains a link to set one. It works for seven days. If it has expired, ask the person who manages uniforms in your organisation for a new invitation.',
    links: [],
  },
  BROWSERS,
];

/** Short answers to what is asked most often. `caller` is the person who is logged in; without one, they are about logging in. */
export function listAnswers(caller: Profile | undefined): readonly Answer[] {
  if (!caller) return WITHOUT_SESSION;
  const answers: Answer[] = [
    {
      question: 'Which size do I need?',
      answer: 'Answer a few questions about yourself, and garments with a size guide show the size that suits you.',
      links: [{ to: paths.size(), label: 'Your size' }],
    },
    {
      question: 'Where is my order?',
      answer: 'The page of each order shows what has been sent, how to track it and when the rest is due.',
      links: [{ to: paths.orders(), label: 'Orders' }],
    },
    {
      question: 'Can I exchange or return something?',
      answer: 'Open the order and choose the garment to return or exchange for another size. You can follow it under Returns.',
      links: [
        { to: paths.orders(), label: 'Orders' },
        { to: paths.returns(), label: 'Returns' },
      ],
    },
    {
      question: 'How do I get a price that is on request?',
      answer:
        'Ask for a price on the product’s page, for what is in your cart, or for anything else. You can accept the answer until its last day and order at that price.',
      links: [{ to: paths.quotes(), label: 'Quotes' }],
    },
    {
      question: 'Where are care instructions and certificates?',
      answer: 'Download them under Documents, or on the product’s page.',
      links: [{ to: paths.documents(), label: 'Documents' }],
    },
  ];
  if (getEffectiveProfile(caller).organisationCollections.length > 0)
    answers.push({
      question: 'How much can I still order?',
      answer: 'Your statement shows what you are entitled to, what you have ordered and when it changes.',
      links: [{ to: paths.statement(), label: 'Your statement' }],
    });
  if (caller.impersonatedCustomer === null)
    answers.push({
      question: 'How do I change my password or my details?',
      answer: 'In your profile you can change your password, your email address and how we may contact you.',
      links: [{ to: paths.profile(), label: 'Your profile' }],
    });
  return [...answers, BROWSERS];
}
