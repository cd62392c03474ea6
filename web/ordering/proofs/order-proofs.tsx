import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './order-proofs.module.css';

type OrderProof = ReplyOf<'GET /api/orders/:id/proofs'>['proofs'][number];

interface Props {
  order: { id: number; waitsForProof: boolean };
}

const WAITS: Readonly<Record<OrderProof['state'], string>> = {
  preparing: 'Your supplier is preparing the proof.',
  waiting: 'The proof needs to be approved.',
  changeAsked: 'Your supplier is changing the proof.',
  approved: '',
};

/** The proofs that an order waits for, with a link to those that the person may decide on. Nothing for an order that waits for none. */
export function OrderProofs({ order: { id, waitsForProof } }: Props) {
  const { data } = useQuery({ ...apiQuery('GET /api/orders/:id/proofs', { params: { id } }), enabled: waitsForProof });
  const proofs = waitsForProof ? (data?.proofs ?? []) : [];
  if (proofs.length === 0) return null;
  const decidable = proofs.find(({ canDecide }) => canDecide);
  return (
    <Notice
      tone="warning"
      actions={
        decidable?.proofId && (
          <Button component={Link} to={paths.proofs({ proof: decidable.proofId })} size="compact-md" variant="default">
            View proof
          </Button>
        )
      }
    >
      <strong>
        {proofs.length === 1 ? 'This order is waiting for a proof.' : `This order is waiting for ${proofs.length} proofs.`}
      </strong>{' '}
      It is sent once {proofs.length === 1 ? 'the proof is' : 'they are'} approved.
      <ul className={css.waits}>
        {proofs.map(({ requestId, name, state }) => (
          <li key={requestId}>
            {name}. {WAITS[state]}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
