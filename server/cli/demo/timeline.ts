import { identifyCustomer } from '../../customers/identity/identify.ts'
import type { TrackedCustomerCaps } from '../../customers/tracking/caps.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { customerNamed } from './tidepool/customers.ts'
import type { DemoComment } from './tidepool/types.ts'

/** One action at a point in time. Steps run in order of time, so that nothing precedes its cause. */
export interface TimelineStep {
  /** Epoch milliseconds. */
  at: number
  run(scope: WriteScope): Promise<unknown> | unknown
}

/** Ids of the created resources, by the names in the demo data. */
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

/** @throws for an unknown name, which is a mistake in the demo data. */
export function getOrThrow<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined)
    throw new Error(`The demo data refer to something that does not exist: ${JSON.stringify(key)}`)
  return value
}

/** Returns the id of a customer, creating the customer on first use. */
export async function ensureCustomer(scope: WriteScope, createdIds: CreatedIds, name: string): Promise<string> {
  const existing = createdIds.customers.get(name)
  if (existing) return existing
  const id = await identifyCustomer(scope, customerNamed(name), createdIds.caps)
  createdIds.customers.set(name, id)
  return id
}
