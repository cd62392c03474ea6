import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import css from './scan-answer.module.css';

interface Props {
  /** None while the answer is awaited. */
  tone?: Tone | undefined;
  /** What was scanned, to be said before an answer that does not name it. */
  code?: string;
  children: string | undefined;
}

/** The answer to the last scan, below the field; it is announced, and keeps its place while there is none. */
export function ScanAnswer({ tone, code, children }: Props) {
  const text = !code || !children || children.includes(code) ? children : `${code}: ${children}`;
  return (
    <output className={css.answer} aria-live="polite">
      {text && (tone ? <StatusBadge tone={tone}>{text}</StatusBadge> : text)}
    </output>
  );
}
