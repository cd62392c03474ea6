import { getTrackedInput, keepInput } from './form-restore.ts';
import { findDialogTitle, findFieldName, readValue } from './input-fields.ts';

/** Saves the values of the recorded fields, for this person and this page. */
export function saveFormInput(personId: number, path: string): void {
  const { fields, opener } = getTrackedInput();
  const shown = fields.filter((field) => field.isConnected);
  const title = shown.map(findDialogTitle).findLast((found) => found !== undefined);
  const named = shown.map((field) => [findFieldName(field), readValue(field)] as const);
  keepInput({
    personId,
    path,
    fields: new Map(named.filter((entry): entry is [string, string] => entry[0] !== undefined)),
    dialog: title === undefined ? undefined : { title, opener },
  });
}
