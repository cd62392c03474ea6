import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { demoLogins } from '#demo/demo-logins.ts';
import { type Attack, type Finding, summarizeChecks } from '../attack.ts';
import { PortalExitedError, type PortalProcess, startPortal } from '../portal-process.ts';
import { createTarget, tryLogIn } from '../target.ts';

/** How many accounts of the demonstration are open to its published password, and whether the mailbox and the API’s documentation are. */
async function probe(portal: PortalProcess): Promise<{ open: string[]; mailbox: number; hasDocumentation: boolean }> {
  const target = createTarget(`http://localhost:${portal.port}`, portal);
  try {
    const open: string[] = [];
    for (const { email } of demoLogins) if ((await tryLogIn(target, email)).status === 200) open.push(email);
    const mailbox = (await target.send({ path: '/mailbox/list' })).status;
    // Where there is no documentation, the address is one of the app's pages.
    const pages = await Promise.all(['/docs/api/', '/docs/api/json'].map((path) => target.send({ path })));
    return { open, mailbox, hasDocumentation: pages.some(({ text }) => /start-viewer\.js|"openapi"/i.test(text)) };
  } finally {
    target.close();
  }
}

/** Starts a portal with these variables and looks for the demonstration. Refusing to start also keeps it closed. */
async function findDemonstration(name: string, dataDir: string, environment: Record<string, string>): Promise<Finding> {
  let portal: PortalProcess;
  try {
    portal = await startPortal(dataDir, environment);
  } catch (error) {
    if (error instanceof PortalExitedError) return { held: true, seen: `${name}: refuses to start` };
    throw error;
  }
  try {
    const { open, mailbox, hasDocumentation } = await probe(portal);
    return {
      held: open.length === 0 && mailbox !== 200 && !hasDocumentation,
      seen: `${name}: ${open.length} of ${demoLogins.length} accounts open, mailbox ${mailbox}, ${hasDocumentation ? 'API documentation' : 'no API documentation'}`,
    };
  } finally {
    await portal.stop();
  }
}

const scratch = (): Promise<string> => mkdtemp(join(import.meta.dirname, '../../../.cache/attack-'));

const switchedOffLater: Attack = {
  name: 'Use the demonstration’s accounts after it was switched off',
  expected: 'a portal that was started with the demonstration once refuses to start with LIVERY_DEMO=off, or closes its accounts',
  needs: 'its own portal',
  run: async () => {
    const dataDir = await scratch();
    try {
      const first = await startPortal(dataDir, { LIVERY_DEMO: 'on' });
      await first.stop();
      return await findDemonstration('LIVERY_DEMO=off', dataDir, { LIVERY_DEMO: 'off' });
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

const otherWordsForOff: Attack = {
  name: 'Rely on another word for off',
  expected: 'LIVERY_DEMO=false, 0, no and nonsense fill no empty database',
  needs: 'its own portal',
  run: async () => {
    const checks: Finding[] = [];
    for (const word of ['false', '0', 'no', 'nonsense']) {
      const dataDir = await scratch();
      checks.push(await findDemonstration(`LIVERY_DEMO=${word}`, dataDir, { LIVERY_DEMO: word }));
      await rm(dataDir, { recursive: true, force: true });
    }
    return summarizeChecks(checks);
  },
};

const publicAddress: Attack = {
  name: 'Reach the demonstration from the network',
  expected: 'on a public address the demonstration is on only by an explicit LIVERY_DEMO=on',
  needs: 'its own portal',
  run: async () => {
    const dataDir = await scratch();
    const finding = await findDemonstration('HOST=0.0.0.0', dataDir, { HOST: '0.0.0.0' });
    await rm(dataDir, { recursive: true, force: true });
    return finding;
  },
};

const externalDatabase: Attack = {
  name: 'Start on an empty external database',
  expected: 'it is filled with the demonstration only by an explicit LIVERY_DEMO=on',
  needs: 'its own portal',
  run: async () => {
    const [databaseDir, dataDir] = [await scratch(), await scratch()];
    const server = await startEmbeddedPostgres({ dataDir: databaseDir });
    try {
      return await findDemonstration('DATABASE_URL', dataDir, { DATABASE_URL: server.url, DATABASE_OWNER_URL: server.ownerUrl });
    } finally {
      await server.stop();
      for (const folder of [databaseDir, dataDir]) await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Attacks with the published password of the demonstration. */
export const demonstrationAttacks: Attack[] = [switchedOffLater, otherWordsForOff, publicAddress, externalDatabase];
