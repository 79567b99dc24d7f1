import { identifyCustomer } from '../../customers/identity/identify.ts'
import type { TrackedCustomerCaps } from '../../customers/tracking/caps.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { customerNamed } from './tidepool/customers.ts'
import type { DemoComment } from './tidepool/types.ts'

/** Something that somebody did at a time. All of them run in their order, so that nothing comes before its cause. */
export interface TimelineStep {
  /** In milliseconds. */
  at: number
  run(scope: WriteScope): Promise<unknown> | unknown
}

/** What has been made so far, by the names that the data use. */
export interface CreatedIds {
  caps: TrackedCustomerCaps
  boards: Map<string, string>
  tags: Map<string, string>
  feedback: Map<string, string>
  roadmapItems: Map<string, string>
  entries: Map<string, string>
  comments: Map<DemoComment, string>
  customers: Map<string, string>
}

export const emptyCreatedIds = (caps: TrackedCustomerCaps): CreatedIds => ({
  caps,
  boards: new Map(),
  tags: new Map(),
  feedback: new Map(),
  roadmapItems: new Map(),
  entries: new Map(),
  comments: new Map(),
  customers: new Map(),
})

/** @throws for a name that the data have nothing for, which is a slip in them. */
export function getOrThrow<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The demo refers to something that it has not made: ${JSON.stringify(key)}`)
  return value
}

/** The id of a customer, who becomes one on the first occasion. */
export async function ensureCustomer(scope: WriteScope, made: CreatedIds, name: string): Promise<string> {
  const existing = made.customers.get(name)
  if (existing) return existing
  const id = await identifyCustomer(scope, customerNamed(name), made.caps)
  made.customers.set(name, id)
  return id
}
