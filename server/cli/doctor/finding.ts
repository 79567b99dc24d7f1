/** One thing that was looked at: how it is, and what to do about it. */
export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'problem'
  message: string
  /** One sentence; null where there is nothing to do. */
  advice: string | null
}

/** The ways to say what a check has found. A problem makes the exit status 1, a warning does not. */
export const createFindings = (check: string) => ({
  ok: (message: string, advice: string | null = null): Finding => ({ check, status: 'ok', message, advice }),
  warning: (message: string, advice: string): Finding => ({ check, status: 'warning', message, advice }),
  problem: (message: string, advice: string): Finding => ({ check, status: 'problem', message, advice }),
})
