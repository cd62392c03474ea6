import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** HAProxy in front of portal processes, which asks each of them twice a second whether it is ready. */
export interface LoadBalancer {
  origin: string;
  /** Resolves when it sends requests to this number of processes. */
  untilServing(processes: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts HAProxy, which must be installed, on `port`. It repeats no request, so that clients see each one that fails. */
export async function startLoadBalancer(folder: string, port: number, portals: readonly number[]): Promise<LoadBalancer> {
  const socket = join(folder, 'haproxy.sock');
  const configuration = `
global
  stats socket ${socket} mode 600
  maxconn 2000
defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 2s
frontend public
  bind 127.0.0.1:${port}
  default_backend portals
backend portals
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1
${portals.map((portal) => `  server portal${portal} 127.0.0.1:${portal}`).join('\n')}
`;
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  const child: ChildProcess = spawn('haproxy', ['-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  return {
    origin: `http://127.0.0.1:${port}`,
    untilServing: async (processes) => {
      for (;;) {
        if (child.exitCode !== null) throw new Error('HAProxy has ended; see the lines above.');
        const rows = await ask(socket, 'show stat\n').catch(() => '');
        const serving = rows.split('\n').filter((row) => /^portals,portal\d+,/.test(row) && row.includes(',UP,'));
        if (serving.length === processes) return;
        await delay(50);
      }
    },
    close: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function ask(path: string, command: string): Promise<string> {
  const socket = connect(path);
  socket.end(command);
  let reply = '';
  socket.on('data', (chunk) => (reply += chunk));
  await once(socket, 'close');
  return reply;
}
