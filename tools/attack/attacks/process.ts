import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readXlsx } from 'hucre/xlsx';
import { type Attack, SkippedError, summarizeChecks } from '../attack.ts';
import { getUserId, type PortalProcess, startPortal } from '../portal-process.ts';
import { aNetwork, createTarget, logIn, readJson, type Target } from '../target.ts';

/** The shared account that many services of a machine run as. */
const NOBODY = 65_534;
const MAX_RESTART_MS = 30_000;

const sharedDatabaseAccount: Attack = {
  name: 'Read the database as another service of the machine',
  expected: 'started as root, PostgreSQL does not run as `nobody`, and a process of `nobody` cannot connect without a password',
  needs: 'its own portal',
  run: async ({ portal }) => {
    if (process.getuid?.() !== 0 || !portal) throw new SkippedError('only as root');
    const users = portal.databasePids().map(getUserId);
    const sockets = findSockets(portal.databasePids());
    const connections: string[] = [];
    for (const socket of sockets)
      for (const user of ['postgres', 'livery_owner', 'livery_app']) connections.push(await connectAsNobody(socket, user));
    const isOpen = connections.some((result) => result === 'connected');
    return summarizeChecks([
      { held: !users.includes(NOBODY), seen: `PostgreSQL runs as user ${[...new Set(users)].join(', ')}` },
      {
        held: sockets.length > 0 && !isOpen,
        seen: isOpen
          ? 'a process of the account `nobody` connected without a password'
          : `no connection without a password by ${sockets.length} sockets`,
      },
    ]);
  },
};

/** The paths of the sockets on which these processes listen. */
function findSockets(pids: readonly number[]): string[] {
  const inodes = new Set(
    pids.flatMap((pid) =>
      readdirSync(`/proc/${pid}/fd`).map((fd) => /^socket:\[(\d+)\]$/.exec(readLink(`/proc/${pid}/fd/${fd}`))?.[1]),
    ),
  );
  const sockets = readFileSync('/proc/net/unix', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , , , , inode, path]) => inodes.has(inode) && path?.includes('.s.PGSQL.'));
  return [...new Set(sockets.map((fields) => fields[7] as string))];
}

/** The target of a link of /proc, or nothing if the file was closed meanwhile. */
function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** Tries to connect to the socket as the operating system's user `nobody`, without a password. */
async function connectAsNobody(socket: string, user: string): Promise<string> {
  const [, folder = '', port = ''] = /^(.*)\/\.s\.PGSQL\.(\d+)$/.exec(socket) ?? [];
  const script = `
    const { Client } = require('pg');
    const client = new Client({ host: ${JSON.stringify(folder)}, port: ${port}, user: '${user}', database: 'postgres' });
    client.connect().then(() => { console.log('connected'); process.exit(); }, (error) => { console.log(error.message); process.exit(); });`;
  const child = spawn(process.execPath, ['-e', script], {
    cwd: join(import.meta.dirname, '../../..'),
    uid: NOBODY,
    gid: NOBODY,
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return Buffer.concat(chunks).toString().trim();
}

/** Throws an error in the running portal that nothing catches, through Node's inspector. */
async function throwUncaught(pid: number): Promise<void> {
  process.kill(pid, 'SIGUSR1');
  let address: string | undefined;
  for (let attempt = 0; attempt < 50 && !address; attempt += 1) {
    await delay(100);
    address = await findInspector(pid);
  }
  if (!address) throw new SkippedError('the portal opened no inspector');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const expression = `setTimeout(() => { throw new Error('thrown by the attack'); }, 10)`;
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
  await delay(500);
  socket.close();
}

/** The inspector of the process; another process may hold the usual port. */
async function findInspector(pid: number): Promise<string | undefined> {
  const response = await fetch('http://127.0.0.1:9229/json/list').catch(() => undefined);
  const targets = (await response?.json()) as { title: string; webSocketDebuggerUrl: string }[] | undefined;
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  return targets?.find(({ title }) => command.includes(title.replace(/\[\d+\]$/, '')))?.webSocketDebuggerUrl;
}

/** The milliseconds until the portal answers again, or undefined if it does not. */
async function waitForAnswer(target: Target): Promise<number | undefined> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < MAX_RESTART_MS) {
    const response = await target.send({ path: '/readyz', timeoutMs: 2000 }).catch(() => undefined);
    if (response?.status === 200) return performance.now() - startedAt;
    await delay(200);
  }
  return undefined;
}

/** The process that serves: the one with the most memory below the launcher. */
const findServer = (portal: PortalProcess): number => {
  const memory = (pid: number) => Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  return portal.portalPids().toSorted((a, b) => memory(b) - memory(a))[0] ?? 0;
};

const crash: Attack = {
  name: 'Crash the portal by an uncaught exception',
  expected: `the launcher starts it again: it answers within ${MAX_RESTART_MS / 1000} s, twice in a row`,
  needs: 'its own portal',
  run: async () => {
    const dataDir = await mkdtemp(join(import.meta.dirname, '../../../.cache/attack-'));
    const portal = await startPortal(dataDir, { LIVERY_DEMO: 'off' });
    const target = createTarget(`http://localhost:${portal.port}`, portal);
    try {
      const times: string[] = [];
      for (let round = 0; round < 2; round += 1) {
        await throwUncaught(findServer(portal));
        const milliseconds = await waitForAnswer(target);
        times.push(milliseconds === undefined ? 'never' : `after ${(milliseconds / 1000).toFixed(1)} s`);
        if (milliseconds === undefined) break;
      }
      return { held: !times.includes('never'), seen: `answered again ${times.join(', ')}` };
    } finally {
      target.close();
      await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

const SECRETS = ['Tr0ub4dor-and-3', 'c2VjcmV0LWJlYXJlci12YWx1ZQ', 'tok3n-in-an-address', 'json-s3cret'];

const secretsInLogs: Attack = {
  name: 'Write secrets into the logs by error reports',
  expected: 'neither `password=`, nor bearer values, nor tokens in addresses or JSON reach the output',
  needs: 'its own portal',
  run: async (target) => {
    const [password, bearer, token, json] = SECRETS;
    const marker = `attack-${Date.now()}`;
    const message = `${marker} password=${password} Authorization: Bearer ${bearer} https://localhost/resetpassword?email=a@b.example&token=${token} {"password":"${json}"}`;
    for (const field of ['message', 'stack', 'url', 'info'])
      await target.send({
        path: '/api/reportError',
        json: { [field]: message, message: `${marker} ${field}: ${message}` },
        from: aNetwork(),
      });
    await delay(500);
    const lines = (target.portal?.output() ?? '').split('\n').filter((line) => line.includes(marker));
    const leaked = SECRETS.filter((secret) => lines.some((line) => line.includes(secret)));
    return {
      held: lines.length > 0 && leaked.length === 0,
      seen: lines.length === 0 ? 'the reports are not in the output' : `leaked: ${leaked.join(', ') || 'nothing'}`,
    };
  },
};

const forgedLogLines: Attack = {
  name: 'Forge a line of the log',
  expected: 'line breaks in a report stay inside its JSON line',
  needs: 'its own portal',
  run: async (target) => {
    const marker = `forged-${Date.now()}`;
    await target.send({
      path: '/api/reportError',
      json: { message: `x\n{"level":50,"msg":"${marker}"}\r\n${marker}` },
      from: aNetwork(),
    });
    await delay(500);
    const forged = (target.portal?.output() ?? '')
      .split('\n')
      .filter((line) => line.startsWith(`{"level":50,"msg":"${marker}`) || line.startsWith(marker));
    return { held: forged.length === 0, seen: `${forged.length} forged lines` };
  },
};

const cellsWithFormulas: Attack = {
  name: 'Put formulas into exported cells',
  expected: 'cells that begin with =, +, - or @ carry the protective prefix; numbers stay numbers',
  run: async (target) => {
    const admin = await logIn(target, 'admin@meridian.example');
    const firstNames = ['=1+1', '+44 20', '-2+3', '@SUM(A1)', '\t=1'];
    const accepted: string[] = [];
    for (const firstName of firstNames) {
      const email = `formula.${Date.now()}.${accepted.length}@made.example`;
      const customer = { email, firstName, lastName: 'Formula', roleIds: [34] };
      const response = await admin.call('POST', '/api/customers', { customer });
      if (response.status === 200)
        accepted.push(readJson<{ customers: { firstName: string }[] }>(response).customers[0]?.firstName ?? '');
    }
    const response = await admin.call('GET', '/api/customers/exportToExcel?query=Formula&fields=firstName,lastName,email');
    const [sheet] = (await readXlsx(response.content)).sheets;
    const cells = (sheet?.rows ?? []).flat().map(String);
    const bare = cells.filter((cell) => /^[=+\-@\t\r]/.test(cell));
    const found = cells.filter((cell) => accepted.some((name) => cell.includes(name.trim())));
    return {
      held: bare.length === 0 && (accepted.length === 0 || found.length > 0),
      seen:
        bare.length > 0
          ? `bare cells: ${bare.join(' | ')}`
          : `${accepted.length} names accepted, ${found.length} cells with a prefix`,
    };
  },
};

/** Attacks on the machine, the process, its logs and its files. */
export const processAttacks: Attack[] = [sharedDatabaseAccount, secretsInLogs, forgedLogLines, cellsWithFormulas, crash];
