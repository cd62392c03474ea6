/**
 * Lets React change texts that a translator has replaced. A browser that translates a page puts elements of its own in the place of text nodes
 * (`<font>` in Chrome and Edge); React would go on changing the text nodes that no one sees, so that figures stay as they were, and fails where it
 * removes one or inserts something before it. Here a parent gets its own nodes back as soon as React touches what is in it. The translator notices
 * and translates them again.
 */
import { isOfReact, replacesTexts } from './nodes-of-react.ts';

/** The children, as React knows them, of the parents of which a translator has replaced some. */
const translated = new WeakMap<Node, readonly Node[]>();
/** The parent of texts that have been replaced. */
const parents = new WeakMap<Node, Node>();
let observer: MutationObserver;

/** Called once, with what the translator has changed before. */
export function keepTranslatedTextsCurrent(before: readonly (readonly MutationRecord[])[] = []): void {
  before.forEach(recordReplacements);
  observer = new MutationObserver(recordReplacements);
  observer.observe(document, { childList: true, subtree: true });

  wrapMethod('appendChild');
  wrapMethod('insertBefore');
  wrapMethod('removeChild');
  wrapSetter(Text.prototype, 'nodeValue', (text) => {
    if (!text.parentNode) giveBack(parents.get(text));
  });
  // All children are replaced anyway.
  wrapSetter(Element.prototype, 'textContent', (element) => translated.delete(element));
}

function recordReplacements(records: readonly MutationRecord[]): void {
  const changes = new Map<Node, MutationRecord[]>();
  for (const record of records) {
    const ofParent = changes.get(record.target);
    if (ofParent) ofParent.push(record);
    else changes.set(record.target, [record]);
  }
  for (const [parent, ofParent] of changes) if (isOfReact(parent)) recordReplacement(parent, ofParent);
}

function recordReplacement(parent: Node, changes: readonly MutationRecord[]): void {
  const known = translated.get(parent);
  if (known) {
    // The page is shown in its own language again.
    if (known.length === parent.childNodes.length && known.every((node, at) => node === parent.childNodes[at]))
      translated.delete(parent);
    return;
  }
  const before = replacesTexts(changes) && listChildrenBefore(parent, changes);
  if (!before) return;
  translated.set(parent, before);
  for (const node of before) if (node.parentNode !== parent) parents.set(node, parent);
}

/** The children that a parent had before these changes; undefined if the changes do not explain those that it has. */
function listChildrenBefore(parent: Node, changes: readonly MutationRecord[]): Node[] | undefined {
  const nodes = [...parent.childNodes] as Node[];
  for (const { addedNodes, removedNodes, nextSibling } of changes.toReversed()) {
    const next = addedNodes[0] ?? nextSibling;
    const at = next ? nodes.indexOf(next) : nodes.length;
    if (at < 0) return undefined;
    nodes.splice(at, addedNodes.length, ...removedNodes);
  }
  return nodes;
}

/** Puts the nodes of React back into a parent; returns whether it lacked any. */
function giveBack(parent: Node | undefined): boolean {
  if (!parent) return false;
  const children = translated.get(parent);
  if (!children) return false;
  translated.delete(parent);
  (parent as Element).replaceChildren(...children);
  return true;
}

/** The prototype that has a member of an object: `Node.prototype` in browsers. */
function findPrototype(start: Node, name: string): object {
  let prototype: object = start;
  while (!Object.hasOwn(prototype, name)) prototype = Object.getPrototypeOf(prototype) as object;
  return prototype;
}

function wrapMethod(name: 'appendChild' | 'insertBefore' | 'removeChild'): void {
  const prototype = findPrototype(Element.prototype, name) as Record<string, (node: Node, other?: Node | null) => Node>;
  const original = prototype[name] as (node: Node, other?: Node | null) => Node;
  prototype[name] = function change(this: Node, node, ...others) {
    const [before] = others;
    const expected = name === 'removeChild' ? node : before;
    // Replaced just now.
    if (expected && expected.parentNode !== this) recordReplacements(observer.takeRecords());
    // What a translator wanted to remove is gone with the rest that was not of React.
    if (giveBack(this) && name === 'removeChild' && node.parentNode !== this) return node;
    return original.call(this, node, ...others);
  };
}

function wrapSetter(start: Node, name: 'nodeValue' | 'textContent', before: (node: Node) => void): void {
  const prototype = findPrototype(start, name);
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
  Object.defineProperty(prototype, name, {
    ...descriptor,
    set(this: Node, value: string | null) {
      before(this);
      descriptor.set?.call(this, value);
    },
  });
}
