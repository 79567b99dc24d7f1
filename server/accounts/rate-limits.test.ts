import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'
import { type AccountAttempt, createAccountRateLimits } from './rate-limits.ts'

const { database } = await createTestApp()
const rateLimited = { code: 'rate_limited' }

const limits: [AccountAttempt, number][] = [
  ['password', 100],
  ['code', 100],
  ['secondFactor', 20],
  ['codeMail', 20],
  ['resetMail', 20],
  ['confirm', 20],
]
for (const [attempt, limit] of limits) {
  test(`limits ${attempt} attempts from many networks to ${limit} for one account`, async () => {
    const rateLimits = createAccountRateLimits({ kind: 'postgres', pool: database.pool })
    for (let n = 0; n < limit; n++) await rateLimits.consume(attempt, 'ada@example.com', `203.0.113.${n}`)
    await assert.rejects(rateLimits.consume(attempt, 'Ada@example.com', '198.51.100.1'), rateLimited)
    // One successful attempt does not lift the limit.
    await rateLimits.reset(attempt, 'ada@example.com', '203.0.113.1')
    await assert.rejects(rateLimits.consume(attempt, 'ada@example.com', '203.0.113.1'), rateLimited)
    await rateLimits.consume(attempt, 'bob@example.com', '198.51.100.1')
  })
}

test('does not count rejected attempts of one network against others', async () => {
  const rateLimits = createAccountRateLimits({ kind: 'postgres', pool: database.pool })
  const count = (clientAddress: string) => rateLimits.consume('password', 'eve@example.com', clientAddress)
  for (let n = 0; n < 10; n++) await count('203.0.113.7')
  for (let n = 0; n < 80; n++) await assert.rejects(count('203.0.113.7'), rateLimited)
  for (let n = 0; n < 20; n++) await count(`192.0.2.${n}`)
})
