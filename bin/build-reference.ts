import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'

/**
 * Writes the page and the script of the API reference (server/platform/http/openapi/reference-page.ts). They are taken
 * from the package at build time, because running them needs neither the package nor its 20 dependencies.
 */
export async function buildReference(folder: string): Promise<void> {
  const page = fastify()
  await page.register(scalar, { routePrefix: '/docs', configuration } as never)
  const read = async (url: string) => (await page.inject({ url })).rawPayload
  await mkdir(join(folder, 'js'), { recursive: true })
  await writeFile(join(folder, 'index.html'), await read('/docs/'))
  await writeFile(join(folder, 'js', 'scalar.js'), await read('/docs/js/scalar.js'))
  await page.close()
}

const configuration = {
  url: '/api/v1/openapi.json',
  title: 'Heed API',
  pageTitle: 'Heed API reference',
  metaData: { title: 'Heed API reference' },
  authentication: { preferredSecurityScheme: 'apiKey' },
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  mcp: { disabled: true },
  agent: { disabled: true },
}
