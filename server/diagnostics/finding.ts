/** One result of a check, with advice if there is something to do. */
export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'problem'
  message: string
  /** One sentence. Null if there is nothing to do. */
  advice: string | null
}

/** Creates the findings of one check. A problem sets the exit status to 1, a warning does not. */
export const createFindings = (check: string) => ({
  ok: (message: string, advice: string | null = null): Finding => ({ check, status: 'ok', message, advice }),
  warning: (message: string, advice: string): Finding => ({ check, status: 'warning', message, advice }),
  problem: (message: string, advice: string): Finding => ({ check, status: 'problem', message, advice }),
})
