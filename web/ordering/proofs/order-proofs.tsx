import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { hasUnprovedDesign } from './awaits-proof.ts';

type OrderProof = ReplyOf<'GET /api/orders/:id/proofs'>['proofs'][number];

interface Props {
  order: {
    id: number;
    releasedOnUtc: string | null;
    orderStatus: string;
    isExchange: boolean;
    orderItems: readonly { customisations: readonly { proofStatus: string }[] }[];
  };
}

const WAITS: Readonly<Record<OrderProof['state'], string>> = {
  preparing: 'Your supplier is preparing the proof.',
  waiting: 'The proof has to be approved.',
  changeAsked: 'Your supplier is changing the proof.',
  approved: '',
};

/** The proofs that an order waits for, with a link to those that the person may decide on. Nothing for an order that waits for none. */
export function OrderProofs({ order: { id, releasedOnUtc, orderStatus, isExchange, orderItems } }: Props) {
  const canWait =
    releasedOnUtc === null &&
    !isExchange &&
    ['Pending', 'Processing', 'AwaitingApproval'].includes(orderStatus) &&
    hasUnprovedDesign(orderItems);
  const { data } = useQuery({ ...apiQuery('GET /api/orders/:id/proofs', { params: { id } }), enabled: canWait });
  const proofs = canWait ? (data?.proofs ?? []) : [];
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
      <strong>{proofs.length === 1 ? 'The order waits for a proof.' : `The order waits for ${proofs.length} proofs.`}</strong>{' '}
      Nothing is sent before.
      <ul>
        {proofs.map(({ requestId, name, state }) => (
          <li key={requestId}>
            {name}. {WAITS[state]}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
