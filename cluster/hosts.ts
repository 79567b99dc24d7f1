/** The hosts of the cluster and their addresses in a network that exists only inside the sandbox. */
export const addresses = {
  db1: '10.77.0.11',
  db2: '10.77.0.12',
  db3: '10.77.0.13',
  heed1: '10.77.0.21',
  heed2: '10.77.0.22',
  worker: '10.77.0.31',
  proxy: '10.77.0.41',
  redis: '10.77.0.51',
} as const

export type HostName = keyof typeof addresses
export type DatabaseHost = 'db1' | 'db2' | 'db3'
export type HeedHost = 'heed1' | 'heed2'

export const databaseHosts: DatabaseHost[] = ['db1', 'db2', 'db3']
export const heedHosts: HeedHost[] = ['heed1', 'heed2']

/** The driver's own address: it sends the load and receives the mail. */
export const driverAddress = '10.77.0.1'
export const network = '10.77.0.0/24'

/** The lines of /etc/hosts that the configuration files rely on. */
export const hostsFile = (): string =>
  Object.entries({ localhost: '127.0.0.1', ...addresses, mail: driverAddress })
    .map(([name, address]) => `${address} ${name}\n`)
    .join('')
