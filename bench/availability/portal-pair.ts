import { type ServerProcess, startProcess } from '../processes.ts';

/** Two processes of the portal on one database. */
export interface PortalPair {
  ports: readonly number[];
  /** Stops one process as an operator does, and starts it again. */
  restart(index: number): Promise<void>;
  /** Ends one process without warning, and starts it again. */
  killAndStart(index: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts both with these variables. */
export async function startPair(environment: Record<string, string>, ports: readonly [number, number]): Promise<PortalPair> {
  const start = (port: number): Promise<ServerProcess> =>
    startProcess('portal-server.ts', { ...environment, PORT: String(port), LOG_LEVEL: 'fatal' });
  const processes = await Promise.all(ports.map(start));
  const replace = async (index: number, end: (process: ServerProcess) => Promise<void>) => {
    await end(processes[index] as ServerProcess);
    processes[index] = await start(ports[index] as number);
  };
  return {
    ports,
    restart: (index) => replace(index, (process) => process.terminate()),
    killAndStart: (index) => replace(index, (process) => process.kill()),
    close: async () => {
      await Promise.all(processes.map((process) => process.kill()));
    },
  };
}
