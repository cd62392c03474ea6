/** What React has made, and not a translator: React has no interface that says so, and sets a property on its nodes. */
export const isOfReact = (node: Node): boolean => Object.keys(node).some((key) => key.startsWith('__reactFiber$'));

/** Whether these changes add what is not of React, and remove texts that are. */
export function replacesTexts(changes: readonly MutationRecord[]): boolean {
  const isAdded = changes.some(({ addedNodes }) => [...addedNodes].some((node) => !isOfReact(node)));
  return isAdded && changes.some(({ removedNodes }) => [...removedNodes].some((node) => node instanceof Text && isOfReact(node)));
}
