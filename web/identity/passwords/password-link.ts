import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';

/** What a mailed link carries. */
interface MailedLink {
  email: string;
  token: string;
}

type Check = ReplyOf<'GET /api/checkpasswordtoken'>;

/** How far a mailed link is: `check` is there once the server has said something about it. */
export interface PasswordLink {
  link: MailedLink;
  check: Check | undefined;
  error: Error | null;
  retry: () => void;
  /** Takes the link out of this tab's history: it has been used. */
  removeFromHistory: () => void;
}

const noLink: MailedLink = { email: '', token: '' };

/**
 * Reads a mailed link and asks the server about it. Token and address leave the address bar at once; they stay with
 * this entry of the tab's history, because phones reload a page that one comes back to.
 */
export function usePasswordLink(call: 'GET /api/checkpasswordtoken' | 'GET /api/checkinvitationtoken'): PasswordLink {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const email = search.get('email');
  const token = search.get('token');
  const inAddress = email !== null || token !== null;
  const link: MailedLink = inAddress ? { email: email ?? '', token: token ?? '' } : ((state?.link as MailedLink) ?? noLink);

  useEffect(() => {
    if (inAddress) void navigate({ search: '' }, { replace: true, state: { link: { email: email ?? '', token: token ?? '' } } });
  }, [inAddress, email, token, navigate]);

  const { data, error, refetch } = useQuery({
    ...apiQuery(call, { query: link }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: link.token !== '',
  });
  return {
    link,
    check: link.token === '' ? invalid : data,
    error,
    retry: () => void refetch(),
    removeFromHistory: () => void navigate({ search: '' }, { replace: true, state: null }),
  };
}

/** A page that was opened without a link has nothing to ask about. */
const invalid: Check = { success: false, ucpv: false, cpvReg: null, cpvMsg: null, minLen: 6, oId: null };
