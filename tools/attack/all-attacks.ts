import { type Attack, SkippedError } from './attack.ts';
import { accountAttacks } from './attacks/accounts.ts';
import { browserAttacks } from './attacks/browser.ts';
import { demonstrationAttacks } from './attacks/demonstration.ts';
import { httpAttacks } from './attacks/http.ts';
import { loadAttacks } from './attacks/load.ts';
import { loginAttacks } from './attacks/login.ts';
import { orderingAttacks } from './attacks/ordering.ts';
import { processAttacks } from './attacks/process.ts';
import { socketAttacks } from './attacks/sockets.ts';
import type { Target } from './target.ts';

/** All attacks, in the order in which they run. */
export const ATTACKS: Attack[] = [
  ...httpAttacks,
  ...accountAttacks,
  ...loginAttacks,
  ...orderingAttacks,
  ...browserAttacks,
  ...loadAttacks,
  ...processAttacks,
  ...demonstrationAttacks,
  // Last, since half-open connections need a while to be closed.
  ...socketAttacks,
];

/** An attack, what it saw, and whether the portal held. */
export interface AttackResult {
  attack: Attack;
  seen: string;
  result: 'held' | 'BROKEN' | 'skipped';
}

/** Runs an attack. One that cannot be carried out counts as broken. */
export async function runAttack(attack: Attack, target: Target): Promise<AttackResult> {
  if (attack.needs === 'its own portal' && !target.portal)
    return { attack, result: 'skipped', seen: 'only against a portal of its own' };
  try {
    const { held, seen } = await attack.run(target);
    return { attack, result: held ? 'held' : 'BROKEN', seen };
  } catch (error) {
    if (error instanceof SkippedError) return { attack, result: 'skipped', seen: error.message };
    return { attack, result: 'BROKEN', seen: `the attack could not be carried out: ${(error as Error).message}` };
  }
}
