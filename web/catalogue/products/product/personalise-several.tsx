import { useProfile } from '#web/app/session/profile.ts';
import { findNamedPerson } from '../../customisation/named-person.ts';
import { PersonaliseChoice } from '../../customisation/personalise-choice.tsx';
import type { Personalising } from '../../customisation/use-personalising.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import type { AttributeSelection } from '../choosing/attribute-selection.ts';
import type { Wearer } from '../optimistic-cart.ts';

interface Props {
  garment: OrderableGarment;
  personalising: Personalising;
  selection: AttributeSelection;
  wearer?: Wearer | undefined;
}

/** The designs of everything that is entered in a grid of sizes. */
export function PersonaliseSeveral({ garment, personalising, selection, wearer }: Props) {
  const profile = useProfile();
  return (
    <PersonaliseChoice
      personalising={personalising}
      garment={{
        productId: garment.id,
        description: `${garment.name}, all sizes that you enter`,
        valueIds: Object.values(selection),
        pieces: 1,
        person: findNamedPerson(profile, wearer?.name),
      }}
    />
  );
}
