import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'
import { type AccountAttempt, createAccountRateLimits } from './rate-limits.ts'

const { database } = await createTestApp()
const limited = { code: 'rate_limited' }

const caps: [AccountAttempt, number][] = [
  ['password', 100],
  ['code', 100],
  ['secondFactor', 20],
  ['codeMail', 20],
  ['resetMail', 20],
  ['confirm', 20],
]
for (const [attempt, cap] of caps) {
  test(`a guess that many networks share is stopped after ${cap} (${attempt}), for this account alone`, async () => {
    const attempts = createAccountRateLimits({ kind: 'postgres', pool: database.pool })
    for (let n = 0; n < cap; n++) await attempts.consume(attempt, 'ada@example.com', `203.0.113.${n}`)
    await assert.rejects(attempts.consume(attempt, 'Ada@example.com', '198.51.100.1'), limited)
    // Nor does it help that one of them was right.
    await attempts.reset(attempt, 'ada@example.com', '203.0.113.1')
    await assert.rejects(attempts.consume(attempt, 'ada@example.com', '203.0.113.1'), limited)
    await attempts.consume(attempt, 'bob@example.com', '198.51.100.1')
  })
}

test('what was refused to one network uses up nothing of the others’', async () => {
  const attempts = createAccountRateLimits({ kind: 'postgres', pool: database.pool })
  const count = (clientAddress: string) => attempts.consume('password', 'eve@example.com', clientAddress)
  for (let n = 0; n < 10; n++) await count('203.0.113.7')
  for (let n = 0; n < 80; n++) await assert.rejects(count('203.0.113.7'), limited)
  for (let n = 0; n < 20; n++) await count(`192.0.2.${n}`)
})
