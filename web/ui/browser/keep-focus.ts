/**
 * Gives the focus to the button that is clicked. In Safari nothing has it, so that dialogs could not give it back when they close.
 */
export function focusClickedButtons(): void {
  let isKept = false;
  // Toolbars of text fields keep the focus in the text.
  addEventListener('mousedown', ({ defaultPrevented }) => {
    isKept = defaultPrevented;
  });
  addEventListener(
    'click',
    ({ target, detail }) => {
      // Without a detail it was no pointer.
      const button = detail > 0 && !isKept && (target as Element).closest('button');
      if (button && document.activeElement !== button) button.focus({ preventScroll: true });
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
