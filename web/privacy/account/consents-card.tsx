import { Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { type Profile, profileQuery } from '#web/app/session/profile.ts';
import { PrivacyLink, TermsLink } from '#web/app/shell/footer-links.tsx';
import { type MarketingChannel, marketingChannels } from '#web/identity/preferences/marketing-channels.ts';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDate, formatDateTime } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import css from './account.module.css';

type Consent = ReplyOf<'GET /api/consents'>['consents'][number];

const kinds: Record<Consent['kind'], string> = {
  email: 'Marketing by email',
  phone: 'Marketing by phone',
  post: 'Marketing by post',
  fax: 'Marketing by fax',
  terms: 'Terms & Conditions',
  privacy: 'Privacy Policy',
};

/** Marketing channels, accepted terms and the history of consents. Withdrawing consent takes one click, like giving it. */
export function ConsentsCard({ caller }: { caller: Profile }) {
  const client = useQueryClient();
  const { company } = useBrand();
  const history = useQuery(apiQuery('GET /api/consents')).data?.consents;
  // Optimistic: the checkbox changes at once, and reverts if the change could not be saved.
  const [ticked, setTicked] = useState<Partial<Record<MarketingChannel, boolean>>>({});
  const save = useMutation({
    mutationFn: (change: Partial<Record<MarketingChannel, boolean>>) =>
      api('PUT /api/customers/:id', { params: { id: caller.id }, body: { customer: change } }),
    onSuccess: async (_, change) => {
      client.setQueryData(profileQuery.queryKey, { ...caller, ...change });
      showSuccess('Account has been updated');
      await invalidateCalls(client, 'GET /api/customerprofile', 'GET /api/consents');
    },
    onError: (error) => showError(error),
    onSettled: () => setTicked({}),
  });

  return (
    <Stack gap={14}>
      {caller.marketingPreferencesEnabled && (
        <fieldset>
          <Text component="legend" c="dimmed" maw="70ch" pb={6}>
            How you would like to receive updates about products and offers from {company}. Untick at any time.
          </Text>
          {marketingChannels.map(([name, label]) => (
            <Checkbox
              key={name}
              name={name}
              checked={ticked[name] ?? caller[name]}
              disabled={save.isPending}
              onChange={(checked) => {
                setTicked({ [name]: checked });
                save.mutate({ [name]: checked });
              }}
            >
              {label}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <Accepted caller={caller} history={history} />
      {history && history.length > 0 && <History history={history} />}
    </Stack>
  );
}

function Accepted({ caller, history = [] }: { caller: Profile; history: readonly Consent[] | undefined }) {
  const since = (kind: Consent['kind']) => history.find((entry) => entry.kind === kind && entry.given)?.createdOnUtc;
  const describe = (accepted: boolean, kind: Consent['kind']) =>
    accepted ? `Accepted${since(kind) ? ` on ${formatDate(since(kind))}` : ''}.` : 'Not accepted yet.';
  return (
    <Stack component="ul" gap={0} role="list">
      <li>
        <TermsLink />: {describe(caller.termsAgreed, 'terms')}
      </li>
      <li>
        <PrivacyLink />: {describe(caller.privacyAgreed, 'privacy')}
      </li>
    </Stack>
  );
}

const History = ({ history }: { history: readonly Consent[] }) => (
  <details className={css.history}>
    <summary>Consent history</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Consent</th>
          <th scope="col">Answer</th>
          <th scope="col">Text version</th>
        </tr>
      </thead>
      <tbody>
        {history.map((entry) => (
          <tr key={`${entry.kind} ${entry.createdOnUtc} ${entry.given}`}>
            <td>{formatDateTime(entry.createdOnUtc)}</td>
            <th scope="row">{kinds[entry.kind]}</th>
            <td>{entry.given ? 'Yes' : 'No'}</td>
            <td>{entry.textVersion}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);
