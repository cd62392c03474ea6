import '#web/ui/styles/mantine-layout.css';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { ResultMessage } from '#web/identity/layout/result-message.tsx';
import { closeAlert, showError } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { getRegistrationNextStep, type RegistrationNextStep } from './register-fields.ts';
import { RegisterForm } from './register-form.tsx';
import { RegisterLayout } from './register-layout.tsx';
import css from './register-page.module.css';

/** The screen behind a registration link: the form, and then what happens next. */
export function RegisterPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const {
    data: check,
    error,
    refetch,
    isPending,
  } = useQuery({
    ...apiQuery('GET /api/checkregistrationtoken', { query: { token } }),
    // Not fetched again on focus, which could replace the form while someone is typing.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [nextStep, setNextStep] = useState<RegistrationNextStep>();
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (error) showError(error);
  }, [error]);

  const isOpen = check?.success === true && !isRefused;
  return (
    <RegisterLayout branding={check?.success ? check : undefined}>
      <PageHeader title="Register" />
      {isPending ? (
        <FormSkeleton />
      ) : nextStep ? (
        <NextStep step={nextStep} />
      ) : error ? (
        <ErrorState title="The registration link could not be checked." error={error} onRetry={() => void refetch()} />
      ) : isOpen ? (
        <RegisterForm
          check={check}
          token={token}
          onDone={(reply) => {
            closeAlert();
            setNextStep(getRegistrationNextStep(reply));
          }}
          onRefused={() => setRefused(true)}
        />
      ) : (
        <ResultMessage kind="failure">
          <p>The activation link is not valid or has expired.</p>
          <Text c="dimmed">Please ask the person who gave you the link for a new one.</Text>
        </ResultMessage>
      )}
      <p className={css.back}>
        <Link to={paths.login()}>Go to the login page</Link>
      </p>
    </RegisterLayout>
  );
}

/** What happens next. */
const NextStep = ({ step }: { step: RegistrationNextStep }) =>
  step === 'confirmEmail' ? (
    <ResultMessage kind="sent">
      <p>
        You have been sent an email to confirm your email address. Please follow the instructions within the email. Once you have
        created a password you can login <Link to={paths.login()}>here</Link>.
      </p>
    </ResultMessage>
  ) : step === 'awaitApproval' ? (
    <ResultMessage kind="success">
      <p>
        Your registration request has been received. An administrator will validate your request and if approved, you will be sent
        an email with further information in order to create a password.
      </p>
    </ResultMessage>
  ) : (
    <ResultMessage kind="success">
      <p>{step.message}</p>
    </ResultMessage>
  );

const FormSkeleton = () => (
  <Loading label="Please wait a moment.">
    <Stack gap={20}>
      {['first', 'last', 'email', 'more'].map((field) => (
        <Stack key={field} gap="xs">
          <SkeletonBlock width={96} height={14} />
          <SkeletonBlock height={44} />
        </Stack>
      ))}
    </Stack>
  </Loading>
);
