import { button, greeting, paragraph } from '../blocks.ts';
import type { Template } from './template.ts';

export const optOutConfirmed: Template<'opt-out-confirmed'> = ({ data }) => ({
  subject: 'You have opted out of your uniform allocation',
  preview: `No uniforms of ${data.organisationName} will be allocated to you.`,
  title: 'You have opted out',
  blocks: [
    greeting(data.firstName),
    paragraph(
      `You have opted out of receiving a uniform through the uniform allocation programme of ${data.organisationName}. No uniforms will be allocated to you.`,
    ),
    paragraph('If that was a mistake, ask your administrator: they can undo it.'),
  ],
});

/** Goes to the administrators, who carry it out. */
export const erasureRequested: Template<'erasure-requested'> = ({ data, links }) => ({
  subject: `${data.personName} asks for their data to be erased`,
  preview: `A request that ${data.organisationName} has to answer.`,
  title: 'Somebody asks for their data to be erased',
  blocks: [
    greeting(data.firstName),
    paragraph(`${data.personName} of ${data.organisationName} has asked for their personal data to be erased.`),
    paragraph(
      'Please look at open orders and returns first, then carry the request out in the portal. The law allows one month for it.',
    ),
    button('Open the portal', links.home),
  ],
});
