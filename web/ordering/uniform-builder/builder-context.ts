import type { ReactNode } from 'react';
import { useOutletContext } from 'react-router';
import type { BuilderState } from './use-builder.ts';

/** What is selected on screen but not in the cart yet. */
export interface PendingChoice {
  src: string | undefined;
  name: string;
  description: string;
  quantity: number;
}

/** What the overview shows besides the wardrobe. */
export interface UniformNews {
  /** Parcels, exchanges, requests and replacements: above the wardrobe once everything is ordered. */
  underWay: (isAllOrdered: boolean) => ReactNode;
  /** What follows it. */
  more: ReactNode;
  /** At the end of the page. */
  end: ReactNode;
  /** Whether all of it has been loaded, or has failed. */
  isReady: boolean;
}

export interface BuilderContext {
  state: BuilderState;
  /** The wardrobe, the garment and the balance are beside each other. */
  isWide: boolean;
  /** Below the wardrobe on the overview of a narrow screen. */
  below: ReactNode;
  /** Shows the selection beside the garments chosen so far. The function is stable. */
  showPending: (choice: PendingChoice | undefined) => void;
}

/** The builder, for its pages. */
export const useBuilderContext = () => useOutletContext<BuilderContext>();
