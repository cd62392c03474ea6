import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { type Field, getLabel, isRestorable, OPENERS, RESTORABLE_FIELDS, takeSavedInput } from './form-restore.ts';
import { findFieldName, isChoice, readValue } from './save-input.ts';

/** How long the page may take to show its fields, and the button of the dialog that was open. */
const RESTORE_TIMEOUT_MS = 10_000;

let stopRestoring = () => {};

/**
 * Fills in the input that was saved when the session expired, as soon as the fields appear. The dialog that was open is opened again by its button; where
 * there is none, a message says that the input has been kept, and it is filled in when the person opens the dialog. Does nothing for another person or
 * page.
 */
export function restoreFormInput(personId: number, path: string): void {
  const input = takeSavedInput();
  if (input?.personId !== personId || input.path !== path || input.fields.size === 0) return;
  stopRestoring();
  const { fields: pending, dialog } = input;
  let opener = dialog?.opener;
  const waitMs = dialog && opener === undefined ? 0 : RESTORE_TIMEOUT_MS;
  const fill = () => {
    if (location.pathname !== path) return stopRestoring();
    if (opener !== undefined && openDialog(opener)) opener = undefined;
    for (const field of document.querySelectorAll<Field>(RESTORABLE_FIELDS)) {
      const name = findFieldName(field);
      const value = name === undefined ? undefined : pending.get(name);
      if (name === undefined || value === undefined || field.disabled || !isRestorable(field)) continue;
      pending.delete(name);
      if (readValue(field) !== value) setFieldValue(field, value);
    }
    if (pending.size === 0) stopRestoring();
  };
  const observer = new MutationObserver(fill);
  // What was typed in a dialog waits for it as long as the page is open.
  const sayWhatWaits = () => {
    if (dialog && hasFieldsOf(dialog.title, pending))
      showSuccess(`What you typed in “${dialog.title}” has been kept: open it again.`);
    else stopRestoring();
  };
  const timer = setTimeout(sayWhatWaits, waitMs);
  stopRestoring = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  fill();
}

const hasFieldsOf = (title: string, pending: ReadonlyMap<string, string>) =>
  [...pending.keys()].some((name) => name.startsWith(`${title}\n`));

/** Clicks the button that opened the dialog; returns whether it is there. */
function openDialog(opener: string): boolean {
  const button = [...document.querySelectorAll<HTMLButtonElement>(OPENERS)].find(
    (candidate) => getLabel(candidate) === opener && !candidate.disabled,
  );
  button?.click();
  return button !== undefined;
}

/** Sets a value as if it had been typed: React notices it only through the setter of the element's prototype. */
function setFieldValue(field: Field, value: string): void {
  if (isChoice(field)) {
    // A radio button is chosen, never cleared.
    if (field.type === 'checkbox' || value === 'true') field.click();
    return;
  }
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  // Some fields commit their value on blur, after the page has handled the input.
  setTimeout(() => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
}
