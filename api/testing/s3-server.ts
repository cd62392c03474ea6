import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll } from 'vitest';
import type { FileStorage } from '#api/platform/config.ts';

/** The only credentials that the server knows. */
const ACCESS_KEY = 'S3RVER';
const BUCKET = 'livery';

/** An S3 server for the tests of one file, with a bucket below the folder. `storage` can be read once it has started. */
export function useS3Server(folder: string): { storage: FileStorage; stop(): Promise<void> } {
  const running = {} as { storage: FileStorage; stop(): Promise<void> };
  beforeAll(async () => {
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: folder,
      resetOnClose: false,
      configureBuckets: [{ name: BUCKET }],
    });
    const { port } = await server.run();
    let stopped: Promise<void> | undefined;
    running.stop = () => {
      stopped ??= server.close();
      return stopped;
    };
    running.storage = {
      kind: 's3',
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      pathStyle: true,
      accessKeyId: ACCESS_KEY,
      secretAccessKey: ACCESS_KEY,
    };
  });
  afterAll(() => running.stop?.());
  return running;
}
