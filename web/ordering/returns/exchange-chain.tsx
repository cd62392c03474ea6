import { Fragment } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { paths } from '#web/app/paths.ts';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import css from './returns.module.css';

type Step = ReplyOf<'GET /api/orders/:id'>['orders'][number]['orderItems'][number]['exchangeChain'][number];

/** The sizes that were exchanged for each other, with links to their orders: S → M → L. */
export const ExchangeChain = ({ steps, shownId }: { steps: readonly Step[]; shownId: number }) => (
  <span className={css.chain}>
    <VisuallyHidden>Exchanges: </VisuallyHidden>
    {steps.map((step, index) => (
      <Fragment key={step.orderItemId}>
        {index > 0 && (
          <>
            {' '}
            <span aria-hidden>→</span>{' '}
          </>
        )}
        {step.orderItemId === shownId ? (
          <strong>{step.attributeDescription}</strong>
        ) : (
          <Link to={paths.order(step.orderId)}>
            {step.attributeDescription} (order {step.orderId})
          </Link>
        )}
      </Fragment>
    ))}
  </span>
);
