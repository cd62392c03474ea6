/** How a garment is made, as far as it decides whether it can be returned. */
interface Making {
  isMadeToOrder: boolean;
  /** Logos, texts and badges on it: with one it is personalised. */
  customisations?: readonly unknown[];
  /** The same of a line of an order. */
  isPersonalised?: boolean;
}

/** Whether a garment can be returned only when it is faulty: it was made to order or personalised, so no one else can have it. */
export const isReturnableOnlyIfFaulty = ({ isMadeToOrder, customisations = [], isPersonalised = false }: Making): boolean =>
  isMadeToOrder || isPersonalised || customisations.length > 0;

/** What is said of such garments before they are ordered. */
export const ONLY_IF_FAULTY = 'You can only return it if it is faulty.';
