import type { CommandIo } from './command-io.ts'

const intervalMs = 250
const barWidth = 24

/** Shows progress on one line of a terminal. Elsewhere, such as in a log, it shows nothing. */
export function createProgressLine({ stderr }: CommandIo, label: string) {
  const isTerminal = (stderr as { isTTY?: boolean }).isTTY === true
  let shownAt = 0
  return {
    report(done: number, total: number): void {
      if (!isTerminal || performance.now() - shownAt < intervalMs) return
      shownAt = performance.now()
      const share = total === 0 ? 1 : Math.min(1, done / total)
      const filled = Math.round(share * barWidth)
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
      stderr.write(`\r${label} ${bar} ${Math.floor(share * 100)} % (${done} of ${total})`)
    },
    /** Clears the line. */
    end(): void {
      if (isTerminal && shownAt > 0) stderr.write('\r\x1b[K')
    },
  }
}
