import { type ReactNode, type Ref, useId } from 'react';
import { CheckIcon } from '#web/ui/content/icons.tsx';
import css from './checkout-section.module.css';

interface Props {
  number: number;
  title: string;
  open: boolean;
  done: boolean;
  /** Undefined where there is nothing to choose. */
  onOpen: (() => void) | undefined;
  /** Summary of the choice, shown while the section is closed. */
  chosen?: ReactNode;
  /** What is refused of it, shown while the section is closed. */
  refused?: string;
  heading?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** One step of the checkout: open, or closed with a summary of the choice. */
export function CheckoutSection({ number, title, open, done, onOpen, chosen, refused, heading, children }: Props) {
  const id = useId();
  const name = (
    <>
      <span className={css.mark} data-done={(done && !open) || undefined} aria-hidden="true">
        {done && !open ? <CheckIcon size={16} /> : number}
      </span>
      <span id={`${id}-title`}>{title}</span>
    </>
  );
  return (
    <section className={css.section} data-open={open || undefined} aria-labelledby={`${id}-title`}>
      <h2 className={css.heading}>
        {onOpen ? (
          <button
            type="button"
            ref={heading}
            className={css.button}
            aria-expanded={open}
            aria-controls={`${id}-content`}
            onClick={onOpen}
          >
            {name}
            {!open && (
              <span className={css.change} aria-hidden="true">
                {done ? 'Change' : 'Open'}
              </span>
            )}
          </button>
        ) : (
          <span className={css.button}>{name}</span>
        )}
      </h2>
      <div id={`${id}-content`} className={css.content} hidden={!open && !chosen && !refused}>
        {open ? (
          children
        ) : (
          <div className={css.chosen}>
            {chosen}
            {refused && <p className={css.refused}>{refused}</p>}
          </div>
        )}
      </div>
    </section>
  );
}
