import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeUnknownVariables, loadConfig, variableNames } from './config.ts';

describe('the demonstration', () => {
  it.each([
    {},
    { HOST: 'localhost' },
    { HOST: '127.0.0.1' },
    { HOST: '127.1.2.3' },
    { HOST: '::1' },
    { HOST: '0:0:0:0:0:0:0:1' },
    { HOST: '::ffff:127.0.0.1' },
    { LIVERY_DEMO: '' },
  ])('is on with the embedded database on a loopback address: %j', (env) => {
    expect(loadConfig(env).demo).toBe(true);
  });

  it.each([
    { DATABASE_URL: 'postgresql://127.0.0.1/livery' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.20' },
    { HOST: '::ffff:10.0.0.1' },
    { HOST: 'uniforms.example' },
    { HOST: 'localhost.uniforms.example' },
    { TRUSTED_PROXIES: '127.0.0.1' },
  ])('is off by default on another database, behind a proxy, or where other machines can connect: %j', (env) => {
    expect(loadConfig(env)).toMatchObject({ demo: false, hasMailbox: false });
    expect(loadConfig({ ...env, LIVERY_DEMO: 'on' })).toMatchObject({ demo: true, hasMailbox: true });
  });

  it.each(['off', 'false', 'no', '0', 'OFF', 'False'])('is off, and its mailbox closed, with LIVERY_DEMO=%s', (value) => {
    expect(loadConfig({ LIVERY_DEMO: value })).toMatchObject({ demo: false, hasMailbox: false });
  });

  it.each(['on', 'true', 'yes', '1', 'ON'])('is on with LIVERY_DEMO=%s', (value) => {
    expect(loadConfig({ LIVERY_DEMO: value, HOST: '0.0.0.0' }).demo).toBe(true);
  });

  it.each(['of', 'none', 'disabled', '2', 'constructor'])('refuses LIVERY_DEMO=%s', (value) => {
    expect(() => loadConfig({ LIVERY_DEMO: value })).toThrow(
      `LIVERY_DEMO must be on or off (or true, false, yes, no, 1, 0), not "${value}".`,
    );
  });
});

describe('the store of uploaded files', () => {
  const keys = { FILES_S3_BUCKET: 'livery-files', FILES_S3_ACCESS_KEY_ID: 'id', FILES_S3_SECRET_ACCESS_KEY: 'secret' };

  it('is a folder of the data folder, unless a bucket is configured', () => {
    expect(loadConfig({ DATA_DIR: '/srv/livery' }).fileStorage).toEqual({ kind: 'disk', folder: '/srv/livery/files' });
    expect(loadConfig({ ...keys, FILES_S3_REGION: 'eu-west-2' }).fileStorage).toMatchObject({
      kind: 's3',
      region: 'eu-west-2',
      endpoint: undefined,
      pathStyle: false,
    });
    expect(loadConfig({ ...keys, FILES_S3_ENDPOINT: 'https://s3.example' }).fileStorage).toMatchObject({
      region: 'us-east-1',
      endpoint: 'https://s3.example',
      pathStyle: true,
    });
  });

  it.each([
    [{ FILES_S3_BUCKET: 'livery-files' }, 'FILES_S3_REGION must be set'],
    [{ ...keys, FILES_S3_REGION: 'eu-west-2', FILES_S3_SECRET_ACCESS_KEY: '' }, 'FILES_S3_SECRET_ACCESS_KEY must be set'],
    [{ ...keys, FILES_S3_BUCKET: 'Livery Files' }, 'FILES_S3_BUCKET must be the name of a bucket'],
    [{ ...keys, FILES_S3_ENDPOINT: 's3.example' }, 'FILES_S3_ENDPOINT must be a URL'],
    [{ FILES_S3_ENDPOINT: 'https://s3.example' }, 'FILES_S3_BUCKET must be set'],
    [{ FILES_CLAMD: 'localhost' }, 'FILES_CLAMD must be the path of a socket'],
  ])('is refused: %j', (env, message) => {
    expect(() => loadConfig(env as Record<string, string>)).toThrow(message);
  });
});

describe('the variables', () => {
  it.each([
    ['PORT', '80a', 'PORT must be a whole number from 0 to 65535, not "80a".'],
    ['DATABASE_POOL_SIZE', '0', 'DATABASE_POOL_SIZE must be a whole number from 1 to 100, not "0".'],
    ['DATABASE_URL', 'mysql://root:horse@db/livery', 'DATABASE_URL must be a URL such as postgresql://'],
    ['DATABASE_URL', 'postgresql://user:horse@db:port/livery', 'DATABASE_URL must be a URL such as postgresql://'],
    ['SMTP_URL', 'https://user:horse@mail.example', 'SMTP_URL must be a URL such as smtp://'],
    ['SECRET_KEY', 'horse', 'SECRET_KEY must be 32 random bytes in base64url'],
    ['SECRET_KEY_PREVIOUS', 'horse', 'SECRET_KEY_PREVIOUS must be 32 random bytes'],
    ['MAIL_FROM', 'Uniforms <no-reply@uniforms.example>', 'MAIL_FROM must be an email address'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', '"10.0.0.0/33" is neither'],
    ['TRUSTED_PROXIES', '10.0.0.1, proxy.example', '"proxy.example" is neither'],
    ['SIZING_ORIGINS', 'https://uniforms.example/', '"https://uniforms.example/" is none'],
    ['SIZING_BASE_URL', 'sizes.example', 'SIZING_BASE_URL must be a URL'],
    ['LOG_LEVEL', 'verbose', 'LOG_LEVEL must be one of fatal, error, warn'],
    ['MAIL_RETENTION_DAYS', '1', 'MAIL_RETENTION_DAYS must be a whole number from 7 to 3650'],
    ['DATABASE_OWNER_URL', 'postgresql://db/livery', 'DATABASE_OWNER_URL is set, but DATABASE_URL is not'],
  ])('are refused with their name, and without a password: %s=%s', (name, value, message) => {
    expect(() => loadConfig({ [name]: value })).toThrow(message);
    expect(() => loadConfig({ [name]: value })).not.toThrow('horse');
  });

  it('are reported all at once', () => {
    expect(() => loadConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/^PORT .*\nLOG_LEVEL .*$/);
  });

  it('lose the spaces around them and around the items of a list', () => {
    const config = loadConfig({
      PORT: ' 4000 ',
      TRUSTED_PROXIES: ' 10.0.0.1, 192.168.0.0/16 ,, loopback ,fd00::/8',
      SIZING_ORIGINS: 'https://a.example , https://b.example:8443',
    });
    expect(config).toMatchObject({
      port: 4000,
      trustedProxies: ['10.0.0.1', '192.168.0.0/16', 'loopback', 'fd00::/8'],
      sizingOrigins: ['https://a.example', 'https://b.example:8443'],
    });
  });

  it('are all in the table of docs/operations/reference.md', () => {
    const documentation = readFileSync(new URL('../../docs/operations/reference.md', import.meta.url), 'utf8');
    const rows = documentation.split('\n').filter((line) => line.startsWith('| `'));
    expect(variableNames.filter((name) => !rows.some((row) => row.split(' | ')[0]?.includes(`\`${name}\``)))).toEqual([]);
  });
});

describe('a variable that is not one', () => {
  it.each([
    ['SMTP_URI', 'SMTP_URI is not a variable of Livery. Did you mean SMTP_URL?'],
    ['DATABASEURL', 'DATABASEURL is not a variable of Livery. Did you mean DATABASE_URL?'],
    ['database_url', 'database_url is not a variable of Livery. Did you mean DATABASE_URL?'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXY is not a variable of Livery. Did you mean TRUSTED_PROXIES?'],
    ['LIVERY_SMTP_URL', 'LIVERY_SMTP_URL is not a variable of Livery. Did you mean SMTP_URL?'],
    ['LIVERY_DEMOS', 'LIVERY_DEMOS is not a variable of Livery. Did you mean LIVERY_DEMO?'],
    ['SMTP_PASSWORD', 'SMTP_PASSWORD is not a variable of Livery, and has no effect.'],
    ['FILES_S3_KEY', 'FILES_S3_KEY is not a variable of Livery, and has no effect.'],
  ])('is pointed out: %s', (name, sentence) => {
    expect(describeUnknownVariables({ [name]: 'value' })).toEqual([sentence]);
  });

  it.each([
    ...variableNames.map((name): [string, string] => [name, 'value']),
    ['CAPTCHA_SECRET_SUNDIAL', 'value'],
    ['LIVERY_API_KEY', 'value'],
    ['MAIL', '/var/mail/root'],
    ['HOSTNAME', 'portal-1'],
    ['PATH', '/bin'],
    ['POSTGRES_URL', 'postgresql://db'],
    ['SMTP_URI', ''],
    ['LIVERY_SERVICE_HOST', '10.0.0.1'],
    ['LIVERY_PORT', 'tcp://10.0.0.1:80'],
    ['DATABASE_PORT_5432_TCP_ADDR', '10.0.0.1'],
  ])('is not pointed out when it is known, empty or of another program: %s', (name, value) => {
    expect(describeUnknownVariables({ [name]: value })).toEqual([]);
  });
});
