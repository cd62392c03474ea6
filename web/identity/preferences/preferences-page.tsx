import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { consumePostLoginRedirect } from '#web/app/session/post-login-redirect.ts';
import { type Profile, profileQuery } from '#web/app/session/profile.ts';
import { PrivacyLink, TermsLink } from '#web/app/shell/footer-links.tsx';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { MinimalLayout } from '../layout/minimal-layout.tsx';
import { type MarketingChannel, marketingChannels } from './marketing-channels.ts';

type Choices = Record<MarketingChannel | 'termsAgreed' | 'privacyAgreed', boolean>;

const toChoices = ({
  marketingByEmail,
  marketingByPhone,
  marketingByPost,
  marketingByFax,
  termsAgreed,
  privacyAgreed,
}: Profile): Choices => ({ marketingByEmail, marketingByPhone, marketingByPost, marketingByFax, termsAgreed, privacyAgreed });

/** Marketing preferences, and acceptance of terms and privacy policy where the organisation requires it. */
export function PreferencesPage() {
  const { data: profile } = useQuery(profileQuery);
  return profile ? <Preferences profile={profile} /> : null;
}

/** Not with `useEntityForm`: a failed save shows the server's values again, and what is accepted must not come from a draft. */
function Preferences({ profile }: { profile: Profile }) {
  const { company } = useBrand();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { marketingPreferencesEnabled: withMarketing, termsAndConditionsRequired: withTerms } = profile;
  const [choices, setChoices] = useState(() => toChoices(profile));
  const [errors, setErrors] = useState<Record<string, string>>({});
  // A failed save reloads the customer; the form then shows the values of the server.
  useEffect(() => setChoices(toChoices(profile)), [profile]);

  const save = useMutation({
    mutationFn: () => api('PUT /api/customers/:id', { params: { id: profile.id }, body: { customer: changedChoices() } }),
    onSuccess: async () => {
      showSuccess('Account has been updated', { persistent: true });
      await client.fetchQuery({ ...profileQuery, staleTime: 0 });
      await navigate(consumePostLoginRedirect() ?? paths.landing());
    },
    onError: (error) => {
      showError(error);
      if (error instanceof ApiError)
        setErrors(Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [name, texts.join(' ')])));
      void client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => {});
    },
  });

  function changedChoices(): Partial<Choices> {
    const { termsAgreed, privacyAgreed, ...marketing } = choices;
    return { ...(withMarketing ? marketing : {}), ...(withTerms ? { termsAgreed, privacyAgreed } : {}) };
  }
  const box = (name: keyof Choices) => ({
    name,
    checked: choices[name],
    error: errors[name],
    disabled: save.isPending,
    onChange: (checked: boolean) => {
      setErrors({});
      setChoices({ ...choices, [name]: checked });
    },
  });
  const mustAccept = withTerms && !(choices.termsAgreed && choices.privacyAgreed);

  return (
    <MinimalLayout
      title={withMarketing ? 'Marketing preferences' : 'Terms & Conditions'}
      // Without acceptance the portal redirects back here, so the link logs out instead.
      back={withTerms && !(profile.termsAgreed && profile.privacyAgreed) ? <Link to={paths.login()}>Log out</Link> : undefined}
    >
      <StackedForm
        gap={20}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!mustAccept) save.mutate();
        }}
      >
        {withMarketing && (
          <fieldset>
            <Text component="legend" maw="70ch" pb={6}>
              Please tick the boxes to tell us how you would like to receive updates about products and offers from {company}.
            </Text>
            {marketingChannels.map(([name, label]) => (
              <Checkbox key={name} {...box(name)}>
                {label}
              </Checkbox>
            ))}
          </fieldset>
        )}
        {withTerms && (
          <fieldset>
            <Text component="legend" maw="70ch" pb={6}>
              Please accept both to continue.
            </Text>
            <Checkbox {...box('termsAgreed')}>
              I have read and accept the <TermsLink />
            </Checkbox>
            <Checkbox {...box('privacyAgreed')}>
              I have read and accept the <PrivacyLink />
            </Checkbox>
          </fieldset>
        )}
        {withMarketing || withTerms ? (
          <div>
            <Button
              type="submit"
              loading={save.isPending}
              disabled={save.isPending || mustAccept}
              aria-describedby={mustAccept ? 'must-accept' : undefined}
            >
              Submit
            </Button>
            {mustAccept && (
              <Text size="sm" c="dimmed" mt="xs" id="must-accept">
                Tick both boxes to continue.
              </Text>
            )}
          </div>
        ) : (
          <p>There are no preferences to set at the moment.</p>
        )}
      </StackedForm>
    </MinimalLayout>
  );
}
