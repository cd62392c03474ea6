/** Checks manifests with the schemas of the API of Kubernetes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/schema';

// Where they are from is said in the file; how they are renewed, in docs/decisions/092.
const { $defs } = JSON.parse(readFileSync(join(import.meta.dirname, 'kubernetes-schemas.json'), 'utf8')) as {
  $defs: Record<string, { properties?: object }>;
};

/** What is wrong with a manifest, one line each: what the schema of its kind refuses, and fields that the schema does not have. */
export function findManifestProblems(manifest: { kind: string }): string[] {
  const { kind } = manifest;
  if (!('kind' in ($defs[kind]?.properties ?? {}))) return [`There is no schema for ${kind}.`];
  const [, errors] = Compile({ $defs, $ref: `#/$defs/${kind}` }).Errors(manifest);
  return errors.flatMap(({ keyword, instancePath, message, params }) => {
    if (keyword === 'additionalProperties' && 'additionalProperties' in params)
      return params.additionalProperties.map((name) => `${instancePath}/${name}: unknown field`);
    // The same again, for each unknown field.
    return keyword === 'boolean' ? [] : [`${instancePath}: ${message}`];
  });
}
