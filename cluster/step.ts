import type { Cluster } from './cluster.ts'

/** Prints the results of a step. */
export interface Reporter {
  /** Prints a figure or an event that is not checked. */
  note(text: string): void
  /** Prints the result of a check: PASS or FAIL. */
  check(promise: string, isKept: boolean, figure?: string): void
}

export interface Step {
  name: string
  title: string
  run(cluster: Cluster, report: Reporter): Promise<void>
}
