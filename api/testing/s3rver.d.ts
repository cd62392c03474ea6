declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  /** A server that speaks the protocol of S3 and checks signatures, with files in a folder. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      resetOnClose: boolean;
      configureBuckets: readonly { name: string }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
