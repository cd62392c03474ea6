/**
 * Gives the focus back to a button that was disabled while it showed a loader: the browser takes the focus from what is disabled. Someone who has
 * moved on meanwhile is left alone.
 */
export function keepFocusOfLoadingButtons(): void {
  let last: EventTarget | null = null;
  addEventListener('focusin', ({ target }) => {
    last = target;
  });
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target === last && target instanceof HTMLButtonElement && !target.disabled && document.activeElement === document.body)
        target.focus({ preventScroll: true });
  }).observe(document, { subtree: true, attributeFilter: ['disabled'] });
}
