import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import type { OpenApi } from './openapi.ts'
import { writeOperations } from './operations.ts'

const header = '// Generated from openapi.json by `npm run generate`.\n'

/** Generates the files of the TypeScript client that follow from openapi.json. Returns their texts by path. */
export async function generateClient(document: OpenApi): Promise<Record<string, string>> {
  const folder = 'clients/typescript/src/generated'
  return {
    [`${folder}/types.ts`]: header + (await generateTypes(document)),
    [`${folder}/operations.ts`]: header + writeOperations(document),
  }
}

/** Generates the types of schemas, parameters and responses. */
async function generateTypes(document: OpenApi): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'heed-client-types-'))
  try {
    await createClient({
      // A copy, because the generator changes its input.
      input: structuredClone(document) as object,
      output: { path, header: [] },
      logs: { level: 'silent', file: false },
      plugins: ['@hey-api/typescript'],
    })
    const text = await readFile(join(path, 'types.gen.ts'), 'utf8')
    return text
      .split(/^(?=export type )/m)
      .filter(isNeeded)
      .join('')
  } finally {
    await rm(path, { recursive: true })
  }
}

/** Whether the client uses a type. Errors have one shape, and the base URL is an option. */
const isNeeded = (declaration: string): boolean =>
  !/^export type (ClientOptions|\w+Errors?|\w+Response) = /.test(declaration) ||
  /^export type Error = /.test(declaration)
