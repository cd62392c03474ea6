import { type ComponentType, lazy } from 'react';
import type { OperatorNeed } from './session/operator-access.ts';

/** A page below `/operator`, inside the shell. */
export interface OperatorPage {
  path: string;
  /** The page's entry in the navigation; pages without one are reached from other pages. */
  label?: string;
  /** The button of the navigation behind which the entry is found, for those who see several pages of the group. */
  group?: 'Orders' | 'Products' | 'Billing' | 'Administration';
  /** The folder of the address whose pages belong to the entry; without it, those below the page. */
  section?: string;
  /** The letter that opens the page when it is typed after `g`. */
  key?: string;
  /** What the calls of the page take; a page without it is for every operator. */
  needs?: readonly OperatorNeed[];
  Page: ComponentType;
}

/** A page that is loaded when it is first opened. */
export const lazyPage = <M>(load: () => Promise<M>, pick: (module: M) => ComponentType) =>
  lazy(async () => ({ default: pick(await load()) }));
