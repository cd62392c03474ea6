import {
  type AdministratorPlace,
  addFirstAdministrator,
  inviteFirstAdministrator,
} from '#api/people/invitations/first-administrator.actions.ts';
import { listOrganisationAdministrators } from '#api/people/invitations/first-administrator.queries.ts';
import { isEmailTaken } from '#api/people/person/person.queries.ts';
import type { Outcome } from './changes.ts';
import { SetupError } from './problems.ts';
import type { SetupContext } from './setup-context.ts';

/** Adds the first administrator of the organisation and issues a link. Where there is one already, others are added by the organisation itself. */
export async function saveAdministrator(
  { tx, mails, setup, options, report }: SetupContext,
  place: AdministratorPlace,
  destinationId: number | null,
): Promise<void> {
  const email = setup.administrator.email.trim();
  const [firstName, lastName] = [setup.administrator.firstName.trim(), setup.administrator.lastName.trim()];
  const administrators = await listOrganisationAdministrators(tx, place.organisationId);
  const found = administrators.find((administrator) => administrator.email.toLowerCase() === email.toLowerCase());
  const add = (outcome: Outcome, details: string[] = []) =>
    report.parts.push({ part: 'administrator', subject: `${firstName} ${lastName}, ${email}`, outcome, details });
  const invite = async (customerId: number) => {
    const issued = await inviteFirstAdministrator(tx, mails, place, { customerId, email, firstName });
    report.links.push({ role: 'administrator', email, ...issued });
  };
  if (!found && administrators.length > 0) {
    add('kept', [
      `The organisation has the administrator ${administrators[0]?.email} already, who adds others on the page People.`,
    ]);
    return;
  }
  if (found) {
    add('unchanged');
    if (options.renewsLinks && !found.hasPassword) await invite(found.customerId);
    return;
  }
  if (await isEmailTaken(tx, place.brandId, email, 0))
    throw new SetupError(
      new Map([['administrator.email', 'Someone who is no administrator of the organisation has this email address already.']]),
    );
  await invite(await addFirstAdministrator(tx, place, { email, firstName, lastName, destinationId }));
  add('created');
}
