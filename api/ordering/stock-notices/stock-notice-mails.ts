import { button, greeting, note, noteWithLink, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** What can be ordered again: a product with the choice that someone waited for; empty for a product without choices. */
interface FreeItem {
  productId: number;
  combinationId: number;
  name: string;
  description: string;
}

const inWords = ({ name, description }: FreeItem) => (description === '' ? name : `${name} (${description})`);

/** Sent once to someone who wanted to know when something can be ordered again. At least one item. */
export const stockNoticeMail = defineMail<{ firstName: string; items: readonly FreeItem[] }>({
  name: 'stock-notice',
  compose: ({ data: { firstName, items }, link }) => {
    const [only] = items.length === 1 ? items : [];
    const subject = only ? `${inWords(only)} can be ordered again` : `${items.length} items can be ordered again`;
    return {
      subject,
      preview: 'You asked us to let you know. Nothing is reserved for you.',
      title: only ? 'It can be ordered again' : 'They can be ordered again',
      blocks: [
        greeting(firstName),
        paragraph(
          only
            ? `You asked us to tell you when ${inWords(only)} can be ordered again. Now it can.`
            : 'You asked us to tell you when these can be ordered again. Now they can.',
        ),
        ...items.map((item) =>
          button(
            only ? 'See it' : `See ${inWords(item)}`,
            link(`/index/products/${item.productId}`, { combination: String(item.combinationId) }),
          ),
        ),
        note('Nothing is reserved for you: first come, first served. You won’t get another email about this.'),
        noteWithLink(
          'What else you are waiting for is on your profile, where you can remove it:',
          'Your profile',
          link('/index/profile#notices'),
        ),
      ],
    };
  },
});
