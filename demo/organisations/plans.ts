import { corvane } from './corvane.ts';
import { hallam } from './hallam.ts';
import { meridian } from './meridian.ts';
import type { OrganisationPlan } from './plan.ts';

export const plans: OrganisationPlan[] = [meridian, hallam, corvane];
