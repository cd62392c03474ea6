import { button, formatCount, greeting, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import { bulletList } from '#api/platform/mail/tables.ts';

/** The page of a client on which a proof is shown. */
const proofPath = (proofId: number) => `/index/proofs?proof=${proofId}`;

/** Asks those who may decide to look at a proof. `version` counts from 1; `comment` is what was said to the version before. */
export const proofReadyMail = defineMail<{
  firstName: string;
  proofId: number;
  /** The design in words. */
  design: string;
  version: number;
  /** `80 × 35 mm`. */
  size: string;
  orders: number;
}>({
  name: 'proof-ready',
  compose: ({ data, link }) => ({
    subject: `Please approve the proof: ${data.design}`,
    preview: `${data.size}. Nothing is made until you approve it.`,
    title: data.version === 1 ? 'A proof is ready for your approval' : 'A new version of a proof is ready',
    blocks: [
      greeting(data.firstName),
      paragraph(`This is how your supplier will make it: ${data.design}, ${data.size}.`),
      paragraph(
        data.orders === 0
          ? 'Nothing is made until you approve it.'
          : `${formatCount(data.orders, 'order')} ${data.orders === 1 ? 'is' : 'are'} waiting for it. Nothing is made until you approve it.`,
      ),
      button('View proof', link(proofPath(data.proofId))),
    ],
  }),
});

/** Reminds those who may decide of proofs that wait. `proofs` are the first of `count`. */
export const proofReminderMail = defineMail<{
  firstName: string;
  proofs: { proofId: number; design: string; shownOn: string }[];
  count: number;
}>({
  name: 'proof-reminder',
  compose: ({ data: { firstName, proofs, count }, link }) => {
    const title = `${formatCount(count, 'proof')} ${count === 1 ? 'is' : 'are'} waiting for your approval`;
    return {
      subject: `Reminder: ${title}`,
      preview: 'Orders are sent once their proofs are approved.',
      title,
      blocks: [
        greeting(firstName),
        paragraph('Orders are waiting for these proofs. Approve each of them, or ask for a change:'),
        bulletList(
          proofs.map(({ proofId, design, shownOn }) => ({
            link: { label: design, url: link(proofPath(proofId)) },
            text: `(waiting since ${shownOn})`,
          })),
        ),
        ...(count > proofs.length ? [paragraph(`And ${formatCount(count - proofs.length, 'more proof')}.`)] : []),
        button('View proofs', link('/index/proofs')),
      ],
    };
  },
});

/** Tells the supplier that a client asks for a change of a proof. */
export const proofChangeAskedMail = defineMail<{
  name: string;
  requestId: number;
  design: string;
  organisation: string;
  decidedBy: string;
  comment: string;
}>({
  name: 'proof-change-asked',
  compose: ({ data, link }) => ({
    subject: `Proof: ${data.organisation} asks for a change`,
    preview: data.design,
    title: `${data.organisation} asks for a change`,
    blocks: [
      greeting(data.name),
      paragraph(`${data.decidedBy} asks for a change to the proof of ${data.design}:`),
      quote(data.comment),
      button('Open proof', link(`/operator/proofs/${data.requestId}`)),
    ],
  }),
});

/** Tells the supplier of designs that need a proof because orders wait for them. `designs` are the first of `count`. */
export const proofsWantedMail = defineMail<{
  name: string;
  designs: { requestId: number; design: string; organisation: string; orders: number }[];
  count: number;
}>({
  name: 'proofs-wanted',
  compose: ({ data: { name, designs, count }, link }) => {
    const title = `${formatCount(count, 'design')} ${count === 1 ? 'needs' : 'need'} a proof`;
    return {
      subject: title,
      preview: designs.map(({ design, organisation }) => `${organisation}: ${design}`).join('. '),
      title,
      blocks: [
        greeting(name),
        paragraph('Orders are waiting for proofs of these designs:'),
        bulletList(
          designs.map(({ requestId, design, organisation, orders }) => ({
            link: { label: design, url: link(`/operator/proofs/${requestId}`) },
            text: `(${organisation}, ${formatCount(orders, 'order')})`,
          })),
        ),
        ...(count > designs.length ? [paragraph(`And ${formatCount(count - designs.length, 'more design')}.`)] : []),
        button('Open proofs', link('/operator/proofs', { state: 'toDo' })),
      ],
    };
  },
});

/** All mails about proofs. */
export const proofMails = [proofReadyMail, proofReminderMail, proofChangeAskedMail, proofsWantedMail];
