/**
 * Gives the focus to what is clicked: Safari leaves it where it was, so that dialogs would give it back to the wrong element when they close.
 */
export function focusWhatIsClicked(): void {
  document.addEventListener(
    'click',
    ({ target }) => {
      const clicked = (target as Element).closest<HTMLElement>('button, summary, a[href], [tabindex]');
      if (clicked && !clicked.contains(document.activeElement)) clicked.focus({ preventScroll: true });
    },
    true,
  );
}

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
