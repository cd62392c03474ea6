/**
 * What somebody was typing when the session ran out. It stays in the memory of this page, for nobody but the same person:
 * after logging in again the fields are filled as they were. Passwords and codes are never kept.
 *
 * It works on the fields of whatever page there is, without its help, and for this one event. It is never written to
 * storage, because it cannot know what somebody typed where. A form that wants to outlive a reload or its own dialog keeps
 * a draft (`ui/forms/use-draft.ts`); where it does, the fields are right already and nothing is filled in here.
 */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface SavedInput {
  personId: number;
  path: string;
  fields: Map<string, string>;
}

const neverKept = new Set(['password', 'hidden', 'file', 'radio', 'submit', 'button', 'reset', 'image']);
const patience = 10_000;

/** Fields of the page at hand that were typed into, by what they are called. */
let typed = new Map<string, Field>();
let unfinished: SavedInput | undefined;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const isKept = (field: Field) =>
  !neverKept.has(field.type) && !/one-time-code|cc-|password/.test(field.autocomplete) && field.closest('main') !== null;

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox';
const stateOf = (field: Field) => (isBox(field) ? String(field.checked) : field.value);

/** React's own ids are others the next time. */
const isMade = (name: string) => /^(?:[:«_]|mantine-)/.test(name);

/** What a field is called on its page; the value belongs to it where several boxes share one name. */
function nameOf(field: Field): string | undefined {
  const named = isMade(field.name) ? '' : field.name;
  const name = named || field.getAttribute('aria-label') || field.labels?.[0]?.textContent;
  return name ? (isBox(field) ? `${name}=${field.value}` : name) : undefined;
}

/** Notes which fields are typed into. Called once, on start. */
export function trackInput(): void {
  document.addEventListener(
    'input',
    ({ target }) => {
      if (!isField(target) || !isKept(target)) return;
      const name = nameOf(target);
      if (name) typed.set(name, target);
    },
    { capture: true, passive: true },
  );
}

/** Another page was opened: what was typed on the one before has been dealt with. */
export function resetTrackedInput(): void {
  typed = new Map();
}

/** Keeps what stands in the fields that were typed into, for this person and this page. */
export function saveFormInput(personId: number, path: string): void {
  const fields = [...typed].filter(([, field]) => field.isConnected).map(([name, field]) => [name, stateOf(field)] as const);
  unfinished = { personId, path, fields: new Map(fields) };
}

export function deleteSavedInput(): void {
  unfinished = undefined;
}

/** Whether work waits for its person to come back. */
export const hasSavedInput = () => unfinished !== undefined;

/** Whose work it was; whoever else logs in gets nothing of it. */
export const isSavedInputOf = (personId: number) => unfinished?.personId === personId;

/** Fills the fields of the page as they were, as soon as they are there. Does nothing for another person or another page. */
export function restoreFormInput(personId: number, path: string): void {
  const waiting = unfinished?.personId === personId && unfinished.path === path ? unfinished.fields : new Map<string, string>();
  unfinished = undefined;
  if (waiting.size === 0) return;
  const fill = () => {
    for (const field of document.querySelectorAll<Field>('main :is(input, textarea, select)')) {
      const name = nameOf(field);
      const value = name === undefined ? undefined : waiting.get(name);
      if (name === undefined || value === undefined || field.disabled || !isKept(field)) continue;
      waiting.delete(name);
      if (stateOf(field) !== value) put(field, value);
    }
    if (waiting.size === 0) stop();
  };
  const observer = new MutationObserver(fill);
  const stop = () => observer.disconnect();
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(stop, patience);
  fill();
}

/** As if it were typed: React hears of a value only through the setter of the element's own kind. */
function put(field: Field, value: string): void {
  if (isBox(field)) {
    field.click();
    return;
  }
  const kind = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(kind, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  // And left again, once the page has taken it in: some fields count only then.
  setTimeout(() => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
}
