import { useState } from 'react';

/** The newest slide that a person has hidden, kept in this browser. */
const keyOf = (personId: number) => `livery.home.hidden-slide.${personId}`;

function read(personId: number): number {
  try {
    return Number(localStorage.getItem(keyOf(personId)) ?? 0);
  } catch {
    // Without storage they are shown again on the next visit.
    return 0;
  }
}

/** Whether the person has hidden the slides, and a function to do so. They are shown again once there is a newer one. */
export function useHiddenSlides(personId: number, slides: readonly { id: number }[]) {
  const newest = Math.max(0, ...slides.map(({ id }) => id));
  const [hidden, setHidden] = useState(() => read(personId));
  const hide = () => {
    setHidden(newest);
    try {
      localStorage.setItem(keyOf(personId), String(newest));
    } catch {
      // As above.
    }
  };
  return { isHidden: newest <= hidden, hide };
}
