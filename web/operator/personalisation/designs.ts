import { useQueryClient } from '@tanstack/react-query';
import type { NameForm } from '#contract/catalogue/customisation/customisation.ts';
import type { ReplyOf } from '#contract/index.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { operatorQuery } from '../session/operator-api.ts';

/** The designs of a client, and what they can be made of. */
export type ClientDesigns = ReplyOf<'GET /api/operator/organisations/:id/designs'>['clientDesigns'];
export type ClientDesign = ClientDesigns['designs'][number];
/** The reply to a change, or to its preview. */
export type DesignReply = ReplyOf<'POST /api/operator/organisations/:id/designs'>;

/** The designs of an organisation. */
export const designsQuery = (organisationId: number) =>
  operatorQuery('GET /api/operator/organisations/:id/designs', { params: { id: organisationId } });

/** Shows what a change has made of the designs. */
export function useSavedDesigns(organisationId: number): (reply: DesignReply, message: string) => void {
  const client = useQueryClient();
  return ({ clientDesigns }, message) => {
    client.setQueryData(designsQuery(organisationId).queryKey, { clientDesigns });
    showSuccess(message);
  };
}

/** How names are written, by an example. */
export const NAME_FORM_LABELS: Readonly<Record<NameForm, string>> = {
  first: 'Niamh',
  'first-initial': 'Niamh D.',
  'initial-last': 'N. Doyle',
  'first-last': 'Niamh Doyle',
  last: 'Doyle',
};

/** What is put on the garment: "Crest", "“Front desk” in Serif, Navy, 8 mm". */
export function describeClientDesign({ logo, text, nameForm, fontName, threadColour, letterMm }: ClientDesign): string {
  const lettering = [fontName && `in ${fontName}`, threadColour, letterMm !== null && `${letterMm} mm`]
    .filter(Boolean)
    .join(', ');
  return [
    logo && `Logo ${logo}`,
    text !== null && `“${text.replaceAll('\n', ' / ')}” ${lettering}`,
    nameForm !== null && `Name as ${NAME_FORM_LABELS[nameForm]} ${lettering}`,
  ]
    .filter(Boolean)
    .join(' and ');
}
