/** Checks the API document with Redocly's rules for OpenAPI: part of `npm run check`. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { createApiDocument } from '#api/platform/http/api-docs/document.ts';

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // The paths are the specification's: `/api/customers/impersonate/{id}` beside `/api/customers/{id}/history`.
    'no-ambiguous-paths': 'off',
    // The API has no licence of its own.
    'info-license': 'off',
  },
});
const source = JSON.stringify(createApiDocument('https://uniforms.example'));
const problems = await lintFromString({ source, config });

for (const { ruleId, message, location } of problems)
  console.error(`${ruleId}: ${message} ${location.map(({ pointer }) => pointer ?? '').join(' ')}`);
process.exitCode = problems.length === 0 ? 0 : 1;
