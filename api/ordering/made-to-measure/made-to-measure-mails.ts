import { button, formatCount, greeting, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** What mails about a request have in common. None contains measurements. */
interface MadeToMeasureMail {
  firstName: string;
  /** The garment with its colour. */
  garment: string;
  /** The wearer, where the recipient asked for them; null for the wearer. */
  personName: string | null;
  /** Mails that were queued earlier name none. */
  requestId?: number;
}

const forWhom = ({ personName }: MadeToMeasureMail) => (personName === null ? '' : ` for ${personName}`);
const pathOf = ({ requestId }: MadeToMeasureMail) =>
  `/index/made-to-measure${requestId === undefined ? '' : `#request-${requestId}`}`;
const see = (link: (path: string) => string, data: MadeToMeasureMail) => button('View request', link(pathOf(data)));

/** Asks a wearer for measurements and consent. */
export const measurementsAskedMail = defineMail<MadeToMeasureMail & { askedBy: string }>({
  name: 'measurements-asked',
  compose: ({ data, link }) => ({
    subject: 'Please give your measurements',
    preview: `${data.askedBy} has asked for a garment made to measure for you.`,
    title: 'Please give your measurements',
    blocks: [
      greeting(data.firstName),
      paragraph(`${data.askedBy} has asked for a garment to be made to measure for you: ${data.garment}.`),
      paragraph('Only the maker sees your measurements. The person who asked does not.'),
      button('Give measurements', link(pathOf(data))),
    ],
  }),
});

/** Says that the supplier has answered with price and date. `price` is null for people who see no prices. */
export const madeToMeasureAnsweredMail = defineMail<
  MadeToMeasureMail & { price: string | null; leadTimeDays: number; answer: string | null; until: string }
>({
  name: 'made-to-measure-answered',
  compose: ({ data, link }) => ({
    subject: `Made to measure: your request has been answered`,
    preview: `${data.garment}${forWhom(data)} can be made.`,
    title: 'Your request has been answered',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `${data.garment}${forWhom(data)} can be made to measure. It is sent ${data.leadTimeDays} days after the order.${data.price === null ? '' : ` The price is ${data.price} each, excluding tax.`}`,
      ),
      ...(data.answer === null ? [] : [quote(data.answer)]),
      paragraph(`You can order it until ${data.until}.`),
      see(link, data),
    ],
  }),
});

/** Says that the supplier has declined, with the reason. */
export const madeToMeasureDeclinedMail = defineMail<MadeToMeasureMail & { reason: string }>({
  name: 'made-to-measure-declined',
  compose: ({ data, link }) => ({
    subject: 'Made to measure: your request has been declined',
    preview: `${data.garment}${forWhom(data)} cannot be made.`,
    title: 'Your request has been declined',
    blocks: [
      greeting(data.firstName),
      paragraph(`${data.garment}${forWhom(data)} cannot be made to measure. The reason given:`),
      quote(data.reason),
      paragraph('The measurements have been deleted.'),
      see(link, data),
    ],
  }),
});

/** Requests that wait for the supplier: how many, and some of them. */
interface WaitingRequests {
  count: number;
  named: readonly { number: string; garment: string; quantity: number; organisation: string }[];
}

const describeWaiting = ({ count, named }: WaitingRequests, title: string) =>
  count === 0
    ? []
    : [
        paragraph(title),
        ...named.map(({ number, garment, quantity, organisation }) =>
          paragraph(`${number}: ${quantity} × ${garment}, ${organisation}`),
        ),
        ...(count > named.length ? [paragraph(`And ${formatCount(count - named.length, 'other')}.`)] : []),
      ];

/** Tells operators who make garments of requests to answer, and of garments to make. At least one of either. It names no wearer. */
export const madeToMeasureWaitingMail = defineMail<{ name: string; toAnswer: WaitingRequests; toMake: WaitingRequests }>({
  name: 'made-to-measure-waiting',
  compose: ({ data: { name, toAnswer, toMake }, link }) => {
    const title = [
      ...(toAnswer.count > 0 ? [`${formatCount(toAnswer.count, 'request')} to answer`] : []),
      ...(toMake.count > 0 ? [`${formatCount(toMake.count, 'garment')} to make`] : []),
    ].join(', ');
    return {
      subject: `Made to measure: ${title}`,
      preview: [...toAnswer.named, ...toMake.named].map(({ number, garment }) => `${number}: ${garment}`).join('. '),
      title: `Made to measure: ${title}`,
      blocks: [
        greeting(name),
        ...describeWaiting(toAnswer, 'Requests waiting for a price and a date:'),
        ...describeWaiting(toMake, 'Garments ordered, ready to be made:'),
        button('Open tailoring', link('/operator/made-to-measure', { state: toAnswer.count > 0 ? 'toAnswer' : 'toMake' })),
      ],
    };
  },
});

/** All mails about garments made to measure. */
export const madeToMeasureMails = [
  measurementsAskedMail,
  madeToMeasureAnsweredMail,
  madeToMeasureDeclinedMail,
  madeToMeasureWaitingMail,
];
