import type { MailDefinition } from '#api/platform/mail/mail-definition.ts';

/** A mail with data that show it well. */
export const aSample = <Payload extends object, Secrets>(
  definition: MailDefinition<Payload, Secrets>,
  { data, secrets }: { data: Payload; secrets: Secrets },
) => ({ definition, data, secrets });
