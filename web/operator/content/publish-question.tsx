import { Button, Stack } from '@mantine/core';
import { type AudienceChoices, type AudienceValues, describeAudience } from '#web/content/publications/audience.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';

interface Props {
  /** The id of the form that publishes it. */
  form: string;
  choices: AudienceChoices;
  values: AudienceValues;
  /** How many people it reaches, in words. */
  reach: string | undefined;
  onClose: () => void;
}

/** Says whom something reaches before it is published; the button submits its form. */
export function PublishQuestion({ form, choices, values, reach, onClose }: Props) {
  const publish = () => {
    (document.getElementById(form) as HTMLFormElement | null)?.requestSubmit();
    onClose();
  };
  return (
    <Stack>
      <p>{describeAudience(choices, values)}</p>
      {reach !== undefined && (
        <p>
          <strong>It reaches {reach}.</strong>
        </p>
      )}
      <ButtonRow>
        <Button onClick={publish}>Publish</Button>
        <Button variant="default" onClick={onClose}>
          Go back
        </Button>
      </ButtonRow>
    </Stack>
  );
}
