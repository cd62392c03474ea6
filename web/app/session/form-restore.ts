/**
 * Saves unsaved form input when a session expires, so that it can be restored once the same person has logged in again (`save-input.ts` and `restore-input.ts`, which few log-ins need). Passwords
 * and one-time codes are never saved.
 *
 * It works on the DOM fields of any page and of its dialogs, without support by the page, and only for this event. The input stays in memory
 * and is never written to storage, because it may contain anything. A form whose input should survive a reload or the
 * closing of its dialog uses a draft (`ui/forms/use-draft.ts`); its fields then already have their values and nothing is restored here.
 */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Input in the page, or in one of its dialogs. */
export interface SavedInput {
  personId: number;
  path: string;
  /** Values by the names of the fields. */
  fields: Map<string, string>;
  /** The dialog that was open, in which something had been typed. */
  dialog: { title: string; opener: string | undefined } | undefined;
}

const EXCLUDED_TYPES = new Set(['password', 'hidden', 'file', 'submit', 'button', 'reset', 'image']);
const DIALOG = '[role="dialog"]';
/** Fields that are restored, and the buttons that do nothing but open a dialog. */
export const RESTORABLE_FIELDS = ['main', DIALOG].flatMap((place) => `${place} :is(input, textarea, select)`).join(', ');
export const OPENERS = 'main [aria-haspopup="dialog"]';

/** Fields of the current page that received input, the last one last. */
let trackedFields = new Set<Field>();
/** The button that opened the dialog that is open. */
let opener: string | undefined;
let savedInput: SavedInput | undefined;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

export const isRestorable = (field: Field) =>
  !EXCLUDED_TYPES.has(field.type) && !/one-time-code|cc-|password/.test(field.autocomplete) && field.matches(RESTORABLE_FIELDS);

export const getLabel = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';

/** Records which fields receive input, and which button opened a dialog. Called once, on start. */
export function trackInput(): void {
  const options = { capture: true, passive: true };
  document.addEventListener(
    'input',
    ({ target }) => {
      if (isField(target) && isRestorable(target)) trackedFields.add(target);
    },
    options,
  );
  document.addEventListener(
    'click',
    ({ target }) => {
      const clicked = target as Element;
      const button = clicked.closest(OPENERS);
      // Whatever else is clicked, such as an item of a menu, may open a dialog too.
      if (button || !clicked.closest(DIALOG)) opener = button ? getLabel(button) : undefined;
    },
    options,
  );
}

/** Forgets the recorded fields, because another page was opened. */
export function resetTrackedInput(): void {
  trackedFields = new Set();
  opener = undefined;
}

/** The fields that received input, and the button that opened the dialog that is open. */
export const getTrackedInput = () => ({ fields: [...trackedFields], opener });

/** Keeps input until it is restored, in place of what was kept before. */
export function keepInput(input: SavedInput): void {
  savedInput = input;
}

/** Takes the saved input, which is restored once. */
export function takeSavedInput(): SavedInput | undefined {
  const input = savedInput;
  savedInput = undefined;
  return input;
}

/** Deletes saved input, for example because the person logged out. */
export function deleteSavedInput(): void {
  savedInput = undefined;
}

/** Whether there is saved input to restore. */
export const hasSavedInput = () => savedInput !== undefined;

/** Whether the saved input belongs to this person; it is never restored for anyone else. */
export const isSavedInputOf = (personId: number) => savedInput?.personId === personId;
