/**
 * Settings of PostgreSQL on every connection of the application, in the units of `pg_settings` (milliseconds).
 *
 * Generic plans: planning the joins of a cart takes three times as long as running them, and every statement is written so that its best plan does not
 * depend on its parameters.
 */
export const SESSION_SETTINGS = {
  statement_timeout: '5000',
  lock_timeout: '3000',
  idle_in_transaction_session_timeout: '10000',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
} as const;

/** The same settings with all time limits multiplied by `factor`. */
export const extendTimeLimits = (factor: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(SESSION_SETTINGS).map(([name, value]) => [
      name,
      name.endsWith('_timeout') ? String(Number(value) * factor) : value,
    ]),
  );

/** The start parameter `options` that makes these settings those of a connection. */
export const toOptions = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
