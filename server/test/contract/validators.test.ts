import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { compileAllValidators } from '../../platform/validation.ts'
import { createTestApp } from '../test-app.ts'

// Validators compile at their first use, so an invalid schema would otherwise fail only in production.
test('every schema of the API, the portal, the console and the commands compiles', async () => {
  await createTestApp()
  const cli = new URL('../../cli/', import.meta.url)
  for (const name of await readdir(cli)) {
    if (name.endsWith('.ts') && !name.endsWith('.test.ts')) await import(new URL(name, cli).href)
  }
  await import('../../console/flash.ts')
  assert.ok(compileAllValidators() > 60)
})
