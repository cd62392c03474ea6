import { useOutletContext } from 'react-router';
import type { BuilderState } from './use-builder.ts';

/** What is selected on screen but not in the cart yet. */
export interface PendingChoice {
  src: string | undefined;
  name: string;
  description: string;
  quantity: number;
}

export interface BuilderContext {
  state: BuilderState;
  /** The wardrobe, the garment and the balance are beside each other. */
  isWide: boolean;
  /** Shows the selection beside the garments chosen so far. The function is stable. */
  showPending: (choice: PendingChoice | undefined) => void;
}

/** The builder, for its pages. */
export const useBuilderContext = () => useOutletContext<BuilderContext>();
