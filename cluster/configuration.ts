import { readFile } from 'node:fs/promises'
import { addresses, type DatabaseHost, network } from './hosts.ts'

// Writes the files in `config/` for each host of the sandbox.

/** These passwords are not secret: the network only exists in the sandbox while it runs. */
export const passwords = {
  superuser: 'superuser-of-the-sandbox',
  replication: 'replication-of-the-sandbox',
  rewind: 'rewind-of-the-sandbox',
  heed: 'heed-of-the-sandbox',
}

export const templateNames = ['etcd.yaml', 'patroni.yaml', 'haproxy.cfg', 'redis.conf', 'heed.env'] as const
type TemplateName = (typeof templateNames)[number]

/** Reads a configuration file as it is in the repository. */
export const readTemplate = (name: TemplateName): Promise<string> =>
  readFile(new URL(`./config/${name}`, import.meta.url), 'utf8')

/** Replaces each `{{name}}`. @throws if a value is missing, or is given and not used */
function render(template: string, values: Record<string, string>): string {
  const used = new Set<string>()
  const rendered = template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`There is no value for {{${name}}}.`)
    used.add(name)
    return value
  })
  const unused = Object.keys(values).filter((name) => !used.has(name))
  if (unused.length > 0) throw new Error(`The template does not use ${unused.join(', ')}.`)
  return rendered
}

export async function etcdConfig(host: DatabaseHost, folder: string): Promise<string> {
  return render(await readTemplate('etcd.yaml'), { host, data: folder, address: addresses[host] })
}

export async function patroniConfig(host: DatabaseHost, folder: string): Promise<string> {
  return render(await readTemplate('patroni.yaml'), {
    host,
    data: folder,
    network,
    // On a real host, a quarter of its memory. Here, three share one machine.
    shared_buffers: '48MB',
    superuser_password: passwords.superuser,
    replication_password: passwords.replication,
    rewind_password: passwords.rewind,
    // A namespace has no watchdog device.
    watchdog: 'off',
  })
}

export async function haproxyConfig(folder: string): Promise<string> {
  return render(await readTemplate('haproxy.cfg'), { data: folder, private_address: addresses.proxy })
}

const poolerFile = new URL('../deploy/pgbouncer/pgbouncer.ini', import.meta.url)

/**
 * Returns the configuration in `deploy/` for the PgBouncer of a Heed host, which connects to HAProxy's port for the primary
 * and serves every database.
 */
export async function pgbouncerConfig(folder: string): Promise<string> {
  const text = await readFile(poolerFile, 'utf8')
  const replacements: [string, string][] = [
    ['heed = host=127.0.0.1 port=5432', '* = host=proxy port=5000'],
    ['auth_file = /etc/pgbouncer/userlist.txt', `auth_file = ${folder}/userlist.txt`],
    // All hosts of the sandbox share the default folder of sockets.
    ['listen_port = 6432', 'listen_port = 6432\nunix_socket_dir ='],
  ]
  return replacements.reduce((ini, [from, to]) => {
    if (!ini.includes(`\n${from}\n`)) throw new Error(`pgbouncer.ini has no line ${from}.`)
    return ini.replace(from, to)
  }, text)
}

/** Returns the users of PgBouncer and their passwords. */
export const pgbouncerUsers = (): string => `"heed" "${passwords.heed}"\n`

/** Returns the environment of Heed and of its worker. */
export async function heedEnvironment(folder: string, database: string): Promise<Record<string, string>> {
  const text = render(await readTemplate('heed.env'), {
    proxy: 'proxy',
    redis: 'redis',
    network,
    database,
    database_password: passwords.heed,
    secret_key: 'the same secret key on every host of the sandbox',
    smtp_url: 'smtp://mail:2525',
    data: folder,
  })
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}
