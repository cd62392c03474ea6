import type { ComponentPropsWithRef } from 'react';
import css from './scan-field.module.css';

/** The field into which a scanner types the code of a garment, with its label. */
export const ScanField = ({ id, ...input }: ComponentPropsWithRef<'input'> & { id: string }) => (
  <>
    <label htmlFor={id} className={css.label}>
      Scan a garment
    </label>
    <input
      {...input}
      id={id}
      className={css.field}
      type="text"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={100}
    />
  </>
);
