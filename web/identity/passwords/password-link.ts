import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';

/** The parameters of an emailed link. */
interface EmailedLink {
  email: string;
  token: string;
}

export type LinkCheck = ReplyOf<'GET /api/checkpasswordtoken'>;

/** An emailed link and the result of checking it; `check` is undefined until the server has responded. */
export interface PasswordLink {
  link: EmailedLink;
  check: LinkCheck | undefined;
  error: Error | null;
  retry: () => void;
  /** Removes the used link from this tab's history. */
  removeFromHistory: () => void;
}

const EMPTY_LINK: EmailedLink = { email: '', token: '' };

/**
 * Reads an emailed link and lets the server check it. Token and email are removed from the address bar at once, but kept in
 * the state of the history entry, because phones reload a page when the person returns to it.
 */
export function usePasswordLink(call: 'GET /api/checkpasswordtoken' | 'GET /api/checkinvitationtoken'): PasswordLink {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const email = search.get('email');
  const token = search.get('token');
  const isInUrl = email !== null || token !== null;
  const link: EmailedLink = isInUrl ? { email: email ?? '', token: token ?? '' } : ((state?.link as EmailedLink) ?? EMPTY_LINK);

  useEffect(() => {
    if (isInUrl) void navigate({ search: '' }, { replace: true, state: { link: { email: email ?? '', token: token ?? '' } } });
  }, [isInUrl, email, token, navigate]);

  const { data, error, refetch } = useQuery({
    ...apiQuery(call, { query: link }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: link.token !== '',
  });
  return {
    link,
    check: link.token === '' ? INVALID_LINK : data,
    error,
    retry: () => void refetch(),
    removeFromHistory: () => void navigate({ search: '' }, { replace: true, state: null }),
  };
}

/** The result for a page opened without a link; no request is needed. */
const INVALID_LINK: LinkCheck = {
  success: false,
  ucpv: false,
  cpvReg: null,
  cpvMsg: null,
  minLen: 6,
  oId: null,
  userRegistrationType: null,
};
