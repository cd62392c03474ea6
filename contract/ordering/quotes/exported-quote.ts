import Type from 'typebox';
import { attributeDescription, bool, dateTime, described, entity, int, nullable, text } from '../../values.ts';

/** A quote in the export of a person's data. */
export const exportedQuote = entity({
  quoteNumber: described(text, 'Number of the quote, for example `Q70012`.'),
  isOwn: described(bool, 'Whether it is the person’s; of others’ only the messages that the person wrote are listed.'),
  title: described(nullable(text), 'Null in quotes of others.'),
  description: described(nullable(text), 'What was asked for, in words.'),
  status: described(text, 'State of the quote.'),
  declineReason: described(nullable(text), 'Why it was declined; null for nothing.'),
  items: described(
    Type.Array(
      entity({
        name: text,
        attributeDescription: nullable(attributeDescription),
        quantity: described(int, 'Pieces.'),
        comments: described(nullable(text), 'What was said to the line.'),
        texts: described(Type.Array(text), 'Texts on the garment.'),
      }),
    ),
    'What was asked for.',
  ),
  messages: described(
    Type.Array(
      entity({
        isOwn: described(bool, 'Whether the person wrote it.'),
        text: described(text, 'The message.'),
        createdOnUtc: dateTime,
      }),
    ),
    'Oldest first.',
  ),
  createdOnUtc: dateTime,
});
