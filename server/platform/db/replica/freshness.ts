interface Sample {
  at: number
  position: bigint
}

// The primary is asked once a second, so these are the last two minutes.
const maxSamples = 120

/**
 * Measures how old the contents of a replica are, from positions in the write-ahead log. A replica that has replayed as much
 * as the primary had written at a time contains every commit before that time. Unlike the time of the last replayed
 * commit, this does not age while nothing is written.
 */
export class Freshness {
  #samples: Sample[] = []
  #asOf: number | null = null

  /** @param at when the primary was asked, in milliseconds */
  addPrimary(at: number, position: bigint): void {
    this.#samples.push({ at, position })
    if (this.#samples.length > maxSamples) this.#samples.shift()
  }

  addReplica(position: bigint): void {
    const reached = this.#samples.findLastIndex((sample) => sample.position <= position)
    if (reached === -1) return
    this.#asOf = this.#samples[reached]!.at
    this.#samples = this.#samples.slice(reached)
  }

  /** The replica contains every commit before this time. Null until it is known. */
  get asOf(): number | null {
    return this.#asOf
  }

  /** Forgets everything, because another server answers. */
  reset(): void {
    this.#samples = []
    this.#asOf = null
  }
}
