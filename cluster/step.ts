import type { Cluster } from './cluster.ts'

/** What a step prints. */
export interface Reporter {
  /** A figure or an event, without judgment. */
  note(text: string): void
  /** A promise: PASS or FAIL. */
  check(promise: string, isKept: boolean, figure?: string): void
}

export interface Step {
  name: string
  title: string
  run(cluster: Cluster, report: Reporter): Promise<void>
}
