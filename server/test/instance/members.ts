import { readdir, readFile } from 'node:fs/promises'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import { kill, type TestInstance } from './test-instance.ts'

/** Lists the processes that a server has started, by name. */
export async function membersOf(pid: number): Promise<Map<string, number>> {
  const members = new Map<string, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(parent) !== pid || state === 'Z') continue
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
    const member = /(?:^|\0)HEED_PROCESS=([^\0]+)/.exec(environment)?.[1]
    if (member) members.set(member, Number(name))
  }
  return members
}

/** Kills a web process, and waits until another has taken its place and answers requests. */
export async function killAndAwaitReplacement(instance: TestInstance, name: string): Promise<void> {
  const killed = await killMember(instance, name)
  await until(() => hasReplaced(instance, name, killed))
}

/** Kills a process that a server has started. @returns its process id */
export async function killMember({ pid }: TestInstance, name: string): Promise<number> {
  const member = (await membersOf(pid)).get(name)!
  kill(member, 'SIGKILL')
  return member
}

/** Returns whether another process has replaced the killed one, which may not have logged its own start. */
export function hasReplaced({ stdout }: TestInstance, name: string, killed: number): boolean {
  const lastStart = [...stdout().matchAll(new RegExp(`"pid":(\\d+),"process":"${name}","msg":"started"`, 'g'))].at(-1)
  return lastStart !== undefined && Number(lastStart[1]) !== killed
}

/** Opens a connection that a certain web process accepts, because the others are suspended meanwhile. */
export async function connectTo({ origin, pid }: TestInstance, name: string): Promise<Client> {
  const others = [...(await membersOf(pid))].filter(([member]) => member.startsWith('web-') && member !== name)
  for (const [, other] of others) kill(other, 'SIGSTOP')
  const client = new Client(origin)
  after(() => client.destroy())
  try {
    const { body } = await client.request({ method: 'GET', path: '/healthz' })
    await body.dump()
  } finally {
    for (const [, other] of others) kill(other, 'SIGCONT')
  }
  return client
}

/** Waits until a condition holds. @throws after two minutes */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 120_000; !(await holds()); await sleep(50)) {
    if (Date.now() > deadline) throw new Error(`Waited too long for ${holds}.`)
  }
}
