import type { ReactNode } from 'react';
import { leadTimeWords, limitWords } from '../buying-words.ts';
import type { Garment } from '../catalogue-types.ts';
import css from './notes.module.css';

/** What is to be known before ordering: the price is on request, it is made first, it is sold in tens. */
export function Notes({ garment }: { garment: Garment }) {
  const { callForPrice, isMadeToOrder, leadTimeDays } = garment;
  const limits = limitWords(garment);
  if (!callForPrice && !isMadeToOrder && !limits) return null;
  return (
    <div className={css.notes}>
      {callForPrice && (
        <Note title="Price on request">
          It depends on what you need. Ask for a quote with your quantities; the price is then fixed for your order.
        </Note>
      )}
      {isMadeToOrder && (
        <Note title="Made to order">
          {leadTimeDays
            ? `It is made once you order and sent about ${leadTimeWords(leadTimeDays)} later. `
            : 'It is made once you order, which takes longer than sending from stock. '}
          It can be returned only if it is faulty.
        </Note>
      )}
      {limits && <Note title={limits} />}
    </div>
  );
}

const Note = ({ title, children }: { title: string; children?: ReactNode }) => (
  <p className={css.note}>
    <strong>{title}</strong> {children}
  </p>
);
