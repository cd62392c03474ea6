import Type from 'typebox';
import { dateTime, described, entity, int, nullable, text } from '../values.ts';

/** An audit event as display texts: who did what and when, and which values changed. */
export const historyEntry = entity('HistoryEntry', {
  id: int,
  createdOnUtc: dateTime,
  by: described(nullable(text), 'Name of the person who did it; null for the portal itself.'),
  actingFor: described(nullable(text), 'Name of the person being impersonated; null for none.'),
  what: described(text, 'The action as display text, for example `Changed the person`.'),
  changes: described(
    Type.Array(
      entity({
        field: described(text, 'Label of the field.'),
        before: described(text, 'Value before, as display text.'),
        after: described(text, 'Value after, as display text.'),
      }),
    ),
    'Values that changed.',
  ),
});
