import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { createLog } from '../../log.ts'
import { monitorProxies, proxyMessages } from './proxy-monitor.ts'

/** Starts a server that is watched. @returns the monitor and what it logs */
async function watch(settings: { publicUrl: string; trustedProxies: string[] }) {
  const logged: string[] = []
  const log = createLog('silent')
  log.warn = ((_fields: object, message: string) => void logged.push(message)) as typeof log.warn
  const http = Fastify()
  const monitor = monitorProxies(http, settings, log)
  http.get('/', async () => '')
  const get = (headers: Record<string, string> = {}) => http.inject({ url: '/', headers })
  return { monitor, logged, get }
}

test('reports an https address without trusted proxies at the start', async () => {
  const { monitor, logged, get } = await watch({ publicUrl: 'https://heed.test', trustedProxies: [] })
  assert.deepEqual([monitor.problem(), logged], ['https', [proxyMessages.https]])
  await get({ 'x-forwarded-for': '203.0.113.1' })
  assert.equal(logged.length, 1)
})

test('reports the first request that has passed an untrusted proxy', async () => {
  const { monitor, logged, get } = await watch({ publicUrl: 'http://heed.test', trustedProxies: [] })
  await get()
  assert.deepEqual([monitor.problem(), logged], [null, []])
  for (let n = 0; n < 3; n++) await get({ 'x-forwarded-for': '203.0.113.1' })
  assert.deepEqual(
    [monitor.problem(), monitor.forwardedRequests(), logged],
    ['forwarded', 3, [proxyMessages.forwarded]],
  )
})

test('reports nothing where proxies are trusted', async () => {
  const { monitor, logged, get } = await watch({ publicUrl: 'https://heed.test', trustedProxies: ['127.0.0.1/32'] })
  await get({ 'x-forwarded-for': '203.0.113.1' })
  assert.deepEqual([monitor.problem(), logged], [null, []])
})
